// Hard limits of a run, counted when a call is received. Agents that work side by side share them, so which call passes one
// depends on who was faster: what was decided is taken from the log.
import { attemptSpan, type EventOf } from '@slyglass/run-log'
import type { LimitReached } from '@slyglass/tools'
import type { RunContext } from '../run-context.ts'
import type { ReceivedCall } from './received-call.ts'

type Logged = EventOf<'limit.reached'>['limit']

export async function countCall(context: RunContext, received: ReceivedCall): Promise<LimitReached | undefined> {
  const { calls, journal, source } = context
  const { call, span, discipline } = received
  // Two agents that ask the same are no loop.
  const same = `${received.agent.span} ${call.logged.tool} ${call.logged.args}`
  const limit = calls.counter.count(same, discipline.studio.limits)
  calls.usage.toolCalls += 1
  const known = journal.find(span, 'limit.reached') ?? source?.answers.find(span, 'limit.reached')
  const decided = known === undefined ? undefined : limitOf(known.limit, known.value)
  const ran =
    journal.find(attemptSpan(span, 1), 'attempt.started') ??
    source?.answers.find(attemptSpan(span, 1), 'attempt.started')
  const reached = decided ?? (ran === undefined ? limit : undefined)
  if (reached === undefined) return undefined
  const { limit: name, value } = reached
  await journal.commit([{ type: 'limit.reached', span, parent: received.parent, limit: name, value }])
  return reached
}

function limitOf(limit: Logged, value: number): LimitReached | undefined {
  return limit === 'tool_calls' || limit === 'same_call_repeats' ? { limit, value } : undefined
}
