// A call of a network that takes events: it is acknowledged at once, and the work goes on beside the caller's.
import { type JsonText, jsonAt } from '@slyglass/base'
import type { ToolAnswer } from '@slyglass/run-log'
import { type Attempted, finished, type Question } from './door.ts'
import { alike } from './forms.ts'
import type { RunRequest } from './ports.ts'
import type { RunContext } from './run-context.ts'
import type { ToolCall } from './run-tool-batch.ts'
import { Cancelled } from './stops.ts'

const ACKNOWLEDGED = 'Event acknowledged'

/** Work that has just begun is let come to something that can be stopped. */
const GRACE_MS = 500

export function takesEvents({ tool }: ToolCall): boolean {
  return jsonAt(tool.peer?.function ?? null, 'invocation') === 'event'
}

/** As with neuro-san, the work ends a moment after the run that asked for it. */
export async function askForEvent(
  context: RunContext,
  question: Question,
  request: RunRequest,
  values: ReadonlyMap<string, JsonText>,
): Promise<Attempted<ToolAnswer>> {
  const { peers, clock, over, journal } = context
  const stop = new AbortController()
  void over.then(() => clock.sleep(GRACE_MS)).then(() => stop.abort(new Cancelled()))
  peers
    .run(request, values, stop.signal, [])
    .catch(() => undefined)
    .then(() => peers.release(request.session))
  const answer: ToolAnswer = { of: 'tool', text: ACKNOWLEDGED, value: JSON.stringify(ACKNOWLEDGED) }
  await journal.commit([finished(question, { outcome: 'ok', answer })])
  return { kind: 'answered', outcome: 'ok', answer: alike(answer) }
}
