// One turn: ask the model, then run the tools it calls. Only the order is said here.
import type { Failure, ModelAnswer, ModelCall } from '@slyglass/run-log'
import { readArguments } from '@slyglass/tools'
import { callModel } from './call-model.ts'
import type { Message } from './conversation.ts'
import { alike, bothForms, type Forms } from './forms.ts'
import type { ModelChoice } from './llm/choose-models.ts'
import type { ToolPlan } from './plan-tools.ts'
import type { AgentCall, RunContext } from './run-context.ts'
import { runToolBatch } from './run-tool-batch.ts'

export interface Turn {
  readonly agent: AgentCall
  readonly number: number
  readonly choices: readonly [ModelChoice, ...ModelChoice[]]
  readonly plan: ToolPlan
  readonly messages: readonly Forms<Message>[]
  /** False when no step is left for tools: their calls are then neither started nor announced. */
  readonly mayCall: boolean
}

export type TurnEnd =
  | { readonly kind: 'answer'; readonly text: Forms<string> }
  | { readonly kind: 'calls'; readonly messages: readonly Forms<Message>[] }
  | { readonly kind: 'out-of-steps'; readonly text: Forms<string> }
  | { readonly kind: 'failed'; readonly failure: Forms<Failure> }

export async function runTurn(context: RunContext, turn: Turn): Promise<TurnEnd> {
  const { agent, number, choices, messages } = turn
  const asked = await callModel(context, { agent, turn: number, choices, messages, tools: turn.plan.tools })
  if (!asked.ok) return { kind: 'failed', failure: asked.failure }
  const text = bothForms(asked.answer, (answer) => answer.text)
  const calls = await usableCalls(context, turn, asked.answer)
  if (calls.length === 0) return { kind: 'answer', text }
  if (!turn.mayCall) return { kind: 'out-of-steps', text }
  const results = await runToolBatch(context, { agent, turn: number, plan: turn.plan, calls })
  const said: Forms<Message> = {
    truth: { role: 'assistant', content: asked.answer.truth.text, calls: calls.map((call) => call.truth) },
    logged: { role: 'assistant', content: asked.answer.logged.text, calls: calls.map((call) => call.logged) },
  }
  const told = results.map((result, index): Forms<Message> => {
    const callId = calls[index]?.truth.id ?? ''
    return bothForms(result, (content): Message => ({ role: 'tool', content, callId }))
  })
  return { kind: 'calls', messages: [oneForm(said, asked.answer), ...told] }
}

/** Calls with readable arguments. An agent without tools calls none, whatever its model says. */
async function usableCalls(
  context: RunContext,
  turn: Turn,
  answer: Forms<ModelAnswer>,
): Promise<readonly Forms<ModelCall>[]> {
  const { agent, plan } = turn
  const ignored = plan.tools.length === 0 ? answer.truth.calls : []
  const unreadable = answer.truth.calls.filter((call) => readArguments(call.args).kind !== 'object')
  const notes = [
    ...ignored.map(
      (call) => `The model called ${call.tool}, but ${agent.entry.name} has no tools. Its text is the answer.`,
    ),
    ...(ignored.length > 0 ? [] : unreadable).map(
      (call) => `The model wrote arguments for ${call.tool} that are no JSON, so the call was not made: ${call.args}`,
    ),
  ]
  const place = { span: agent.span, parent: agent.parent, type: 'note.noted', level: 'warning' } as const
  await context.journal.commit(notes.map((text) => ({ ...place, text })))
  if (ignored.length > 0) return []
  return answer.truth.calls
    .map((call, index) => ({ truth: call, logged: answer.logged.calls[index] ?? call }))
    .filter((call) => !unreadable.includes(call.truth))
}

/** One object for both forms where nothing was masked, so that the body is printed once. */
function oneForm(message: Forms<Message>, answer: Forms<ModelAnswer>): Forms<Message> {
  return answer.truth === answer.logged ? alike(message.truth) : message
}
