// Talking with a studio as its page does, and reading what a run left.
import type { RunId, SessionId } from '@slyglass/base'
import type { ProjectReply, Reply, StudioClient, TailLine } from '@slyglass/protocol'
import type { LogEvent } from '@slyglass/run-log'

/** The answer of a call that must succeed. */
export async function must<T>(reply: Reply<T>): Promise<T> {
  const result = await reply
  if (result.ok) return result.value
  throw new Error(`${result.error.status} ${result.error.code}: ${result.error.message}`)
}

/** Why a call that must fail failed. */
export async function refusalOf(reply: Reply<unknown>): Promise<string> {
  const result = await reply
  return result.ok ? 'accepted' : `${result.error.status} ${result.error.code}`
}

export async function openTrusted(client: StudioClient, path: string): Promise<ProjectReply> {
  const { id } = await must(client.openProject({ path }))
  return must(client.trust(id, true))
}

export interface Asked {
  readonly project: ProjectReply
  readonly network: string
  readonly message: string
  readonly session?: SessionId
  readonly sly?: object | string
}

/** Sends a message; the run goes on. */
export function ask(client: StudioClient, { project, network, message, session, sly }: Asked) {
  return client.startRun({
    project: project.id,
    network,
    message,
    ...(session === undefined ? {} : { session }),
    ...(sly === undefined ? {} : { sly: typeof sly === 'string' ? sly : JSON.stringify(sly) }),
  })
}

/** Every event of a run, followed to its end. */
export async function follow(client: StudioClient, run: RunId, after = -1): Promise<readonly LogEvent[]> {
  const stop = new AbortController()
  const events: LogEvent[] = []
  for await (const line of await must(client.tails({ watch: [{ run, after }] }, stop.signal))) {
    if (line.kind === 'events') events.push(...line.events)
    if (line.kind === 'end') break
  }
  stop.abort()
  return events
}

/** Sends a message and follows its run to the end. */
export async function converse(client: StudioClient, asked: Asked) {
  const { run, session } = await must(ask(client, asked))
  return { run, session, events: await follow(client, run) }
}

/** Follows a stream until a line is what is waited for. */
export async function waitForLine(
  client: StudioClient,
  body: Parameters<StudioClient['tails']>[0],
  isWanted: (line: TailLine) => boolean,
): Promise<TailLine> {
  const stop = new AbortController()
  try {
    for await (const line of await must(client.tails(body, stop.signal))) if (isWanted(line)) return line
  } finally {
    stop.abort()
  }
  throw new Error('the stream ended before that')
}

/** Payloads of one type, in order. */
export function eventsOf<T extends LogEvent['type']>(events: readonly LogEvent[], type: T) {
  return events.filter((event): event is Extract<LogEvent, { type: T }> => event.type === type)
}
