import type { EventOf } from '@slyglass/run-log'
import type { RunRequest, RunStore, RunSurroundings } from './ports.ts'
import { readHistory } from './start-record.ts'

/** What a run was started with, from its log. Private values are not in it; the session's vault has them. */
export async function requestFromLog(
  store: Pick<RunStore, 'chunk'>,
  started: EventOf<'run.started'>,
  surroundings: RunSurroundings,
): Promise<RunRequest> {
  const chunk = async (sha: (typeof started.documents)[number]['sha']): Promise<string> => {
    const text = await store.chunk(sha)
    if (text === undefined) throw new Error(`the store has lost the text ${sha}`)
    return text
  }
  const documents = await Promise.all(
    started.documents.map(async ({ path, sha }) => ({ path, text: await chunk(sha) })),
  )
  const history = await Promise.all(started.history.map(async ({ sha }) => readHistory(await chunk(sha))))
  return {
    ...surroundings,
    run: started.runId,
    session: started.session,
    network: started.network,
    file: started.file,
    documents,
    env: started.env,
    message: started.message,
    history,
    streaming: started.streaming ? 'on' : 'network',
    source: started.source === 'resume' ? 'chat' : started.source,
  }
}
