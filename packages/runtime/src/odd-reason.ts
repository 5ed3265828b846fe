// What an answer holds decides what follows. Where its reason to end says otherwise, a note tells.
import type { ModelAnswer } from '@slyglass/run-log'

const OF_CALLS: ReadonlySet<string> = new Set(['tool_calls', 'function_call'])

/** Words about a reason that contradicts the answer; servers that give none contradict nothing. */
export function oddReason({ calls, finishReason }: ModelAnswer): string | undefined {
  if (calls.length === 0)
    return OF_CALLS.has(finishReason)
      ? `Odd reason: the model ended with "${finishReason}" and called no tool, so its text is the answer.`
      : undefined
  if (finishReason !== 'stop') return undefined
  const tools = calls.map(({ tool }) => tool || '(no name)').join(', ')
  return `Odd reason: the model ended with "stop" although it called ${tools}, so what it called is run.`
}
