// A call that was started and never answered, because the process that made it ended: repeated, asked about, or failed by rule.
import { isJsonObject, type JsonObject, jsonAt } from '@slyglass/base'
import { studioOf } from '@slyglass/network'
import { attemptSpan, IN_DOUBT } from '@slyglass/run-log'
import { readArguments } from '@slyglass/tools'
import { requestApproval } from './calls/ask-approval.ts'
import { outOfTime } from './calls/time-up.ts'
import { HOST_LOST } from './close-spans.ts'
import { alike, bothForms } from './forms.ts'
import { lostCallsText } from './lost-calls.ts'
import type { RunContext } from './run-context.ts'
import type { ToolCall, ToolEnd } from './run-tool-batch.ts'

/** What is done about a call whose attempt of this number is lost. `category` as the tool tells it, where the network does not. */
export async function onDoubt(
  context: RunContext,
  call: ToolCall,
  lost: number,
  category?: string,
): Promise<'rerun' | 'fail'> {
  const rule = doubtRule(context.network, call.tool.entry, category)
  if (rule !== 'ask') return rule
  return context.calls.attended ? askPerson(context, call, lost) : 'fail'
}

/** The entry's rule, then the network's; without one, what only reads is repeated and everything else is asked about. */
export function doubtRule(
  network: RunContext['network'],
  entry: ToolCall['tool']['entry'],
  told: string | undefined,
): 'rerun' | 'ask' | 'fail' {
  const whole = isJsonObject(network.json) ? network.json : undefined
  const rule = jsonAt(entry.json, 'studio', 'on_doubt') ?? jsonAt(whole, 'studio', 'on_doubt')
  if (rule === 'rerun' || rule === 'ask' || rule === 'fail') return rule
  const category = jsonAt(entry.json, 'studio', 'category') ?? told ?? jsonAt(whole, 'studio', 'tool', 'category')
  return category === 'read' ? 'rerun' : 'ask'
}

/** The question stands under the lost attempt, so that it is another one than whether the call may be made at all. */
async function askPerson(context: RunContext, call: ToolCall, lost: number): Promise<'rerun' | 'fail'> {
  const { tool, span, agent } = call
  const attempt = attemptSpan(span, lost)
  const calls = lostCallsText(context.journal, attempt)
  const again = calls === '' ? 'again' : 'again from its beginning, which makes its calls again'
  const text = `The server ended while ${tool.name} was running, so it may or may not have taken effect.${calls} Approve to run it ${again}; otherwise the model is told so.`
  const note = { type: 'note.noted', span, parent: agent.span, level: 'warning', source: IN_DOUBT, text } as const
  await context.journal.commit([note])
  const answer = await requestApproval(context, {
    call: attempt,
    parent: span,
    tool: tool.name,
    args: bothForms(call.call, ({ args }) => objectOf(args)),
    timeoutMs: (studioOf(context.network, tool.entry) ?? LONGEST).approvals.timeoutMs,
    signal: agent.signal,
  })
  const { decision } = await outOfTime(agent.countdowns ?? [], answer)
  return decision === 'approved' ? 'rerun' : 'fail'
}

const LONGEST = { approvals: { timeoutMs: 300_000 } }

function objectOf(text: string): JsonObject {
  const read = readArguments(text)
  return read.kind === 'object' ? read.args : new Map()
}

/** The end of a call whose attempt of this number is lost and which is not made again. */
export function inDoubt({ journal }: RunContext, call: ToolCall, lost: number): ToolEnd {
  const calls = lostCallsText(journal, attemptSpan(call.span, lost))
  const message = `The process that ran ${call.tool.name} ended before the call did. It may or may not have taken effect; it is not repeated on its own.${calls}`
  return {
    ...{ outcome: 'failed', text: alike(`Error: ${message}`), attempts: lost },
    failure: { code: HOST_LOST.code, message },
  }
}
