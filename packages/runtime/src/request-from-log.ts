import type { EventOf, HistoryMessage } from '@slyglass/run-log'
import { alike, type Forms } from './forms.ts'
import type { RunRequest, RunStore, RunSurroundings } from './ports.ts'
import { readHistory } from './start-record.ts'

/** What a run was started with, as it came and as its log has it. */
export interface RequestFromLog {
  readonly request: RunRequest
  readonly history: readonly Forms<HistoryMessage>[]
}

/** `inputs` are the texts of history and documents that were masked, as they came; undefined where the chunk holds them. */
export async function requestFromLog(
  store: Pick<RunStore, 'chunk'>,
  started: Forms<EventOf<'run.started'>>,
  inputs: readonly (string | undefined)[],
  surroundings: RunSurroundings,
): Promise<RequestFromLog> {
  const { truth, logged } = started
  const chunk = async (sha: (typeof truth.documents)[number]['sha']): Promise<string> => {
    const text = await store.chunk(sha)
    if (text === undefined) throw new Error(`the store has lost the text ${sha}`)
    return text
  }
  const history = await Promise.all(
    logged.history.map(async ({ sha }, index): Promise<Forms<HistoryMessage>> => {
      const [kept, came] = [readHistory(await chunk(sha)), inputs[index]]
      return came === undefined ? alike(kept) : { truth: readHistory(came), logged: kept }
    }),
  )
  const documents = await Promise.all(
    logged.documents.map(async ({ sha }, index) => ({
      path: truth.documents[index]?.path ?? '',
      text: inputs[history.length + index] ?? (await chunk(sha)),
    })),
  )
  const request: RunRequest = {
    ...surroundings,
    run: logged.runId,
    session: logged.session,
    network: truth.network,
    file: truth.file,
    documents,
    env: truth.env,
    message: truth.message,
    history: history.map((past) => past.truth),
    streaming: logged.streaming ? 'on' : 'network',
    source: logged.source === 'resume' ? 'chat' : logged.source,
    ...(truth.deps !== undefined && { deps: truth.deps }),
    ...(truth.used !== undefined && { used: truth.used }),
    ...(truth.call !== undefined && { call: truth.call }),
    ...(truth.tape !== undefined && { tape: truth.tape }),
    ...(truth.command !== undefined && { command: truth.command }),
  }
  return { request, history }
}
