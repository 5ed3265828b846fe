// A tool call that activates another agent: its task is told in words, its answer is the result.
import { agentSpan } from '@slyglass/run-log'
import { delegationText } from '@slyglass/tools'
import { missingInstructionsText } from './error-texts.ts'
import { alike, type Forms } from './forms.ts'
import { runAgent } from './run-agent.ts'
import { bindCall } from './run-coded-tool.ts'
import type { RunContext } from './run-context.ts'
import type { ToolCall, ToolEnd } from './run-tool-batch.ts'

export async function delegate(context: RunContext, call: ToolCall): Promise<ToolEnd> {
  const { entry } = call.tool
  const bound = bindCall(call)
  if (!bound.ok) return bound.end
  if (entry.instructions === undefined) return withoutInstructions(entry.name)
  const truth = delegationText(entry.parameters, bound.args, entry.command)
  const ended = await runAgent(context, {
    entry,
    span: agentSpan(call.span),
    parent: call.span,
    role: 'agent',
    origin: call.origin,
    input: { truth, logged: loggedText(call, truth) },
    signal: call.agent.signal,
    ...(call.agent.shared !== undefined && { shared: call.agent.shared }),
    ...(call.agent.countdowns !== undefined && { countdowns: call.agent.countdowns }),
  })
  const outcome = ended.outcome === 'ok' ? 'ok' : 'failed'
  const { text, failure, changes } = ended
  return { outcome, text, attempts: 1, ...(failure !== undefined && { failure }), ...(changes && { changes }) }
}

/** The text built from the arguments as they are logged, where masking changed them. */
function loggedText(call: ToolCall, truth: string): string {
  if (call.call.truth === call.call.logged) return truth
  const bound = bindCall(call, 'logged')
  return bound.ok ? delegationText(call.tool.entry.parameters, bound.args, call.tool.entry.command) : truth
}

function withoutInstructions(agent: string): ToolEnd {
  const text: Forms<string> = alike(missingInstructionsText(agent))
  const message = `The agent ${agent} has no instructions, so it cannot work. Add "instructions" to its entry.`
  return { outcome: 'failed', text, failure: { code: 'missing-instructions', message }, attempts: 0 }
}
