// Tools of any kind that a network has a stand-in for, where calls follow neuro-san's ways.
import { type Json, parseJson, printJson } from '@slyglass/base'
import { type MockRule, studioOf } from '@slyglass/network'
import { attemptSpan, type Failure, type ToolAnswer } from '@slyglass/run-log'
import { findByName, pythonStr } from '@slyglass/tools'
import { attemptMocked } from './calls/attempt-mocked.ts'
import { passDoor, type Question } from './door.ts'
import { alike } from './forms.ts'
import { answered, bindCall } from './run-coded-tool.ts'
import type { AgentCall, RunContext } from './run-context.ts'
import type { ToolCall, ToolEnd } from './run-tool-batch.ts'

/** Calls the stand-in where there is one, else what `run` calls. */
export function orMocked<End extends ToolEnd>(
  run: (context: RunContext, call: ToolCall) => Promise<End>,
): (context: RunContext, call: ToolCall) => Promise<End | ToolEnd> {
  return (context, call) => {
    const mock = mockOf(context, call.agent, call.tool)
    return mock === undefined ? run(context, call) : runMocked(context, call, mock)
  }
}

/** What the network says in place of a tool. Of tools from outside it is the agent that says so. */
export function mockOf({ network }: RunContext, agent: AgentCall, tool: ToolCall['tool']): MockRule | undefined {
  const isOutside = tool.kind === 'network' || tool.kind === 'mcp-tool'
  const studio = studioOf(network, isOutside ? agent.entry : tool.entry)
  if (studio === undefined || studio.mocks.size === 0) return undefined
  return findByName(studio.mocks, { name: tool.name, runtimeName: studio.tool.runtimeName })
}

/** Calls the stand-in. */
export async function runMocked(context: RunContext, call: ToolCall, mock: MockRule): Promise<ToolEnd> {
  const isOutside = call.tool.kind === 'network' || call.tool.kind === 'mcp-tool'
  const bound = isOutside ? undefined : bindCall(call)
  if (bound?.ok === false) return bound.end
  const args = bound === undefined ? call.call.truth.args : printJson(bound.args)
  const digest = context.digests.sha256(JSON.stringify(['mock', call.tool.name, call.call.logged.args]))
  const isJson = studioOf(context.network, call.tool.entry)?.toolResults === 'json'
  const textOf = (value: Json) => (isJson && typeof value !== 'string' ? printJson(value) : pythonStr(value))
  for (let number = 1; ; number += 1) {
    call.agent.signal.throwIfAborted()
    const question: Question = { of: 'tool', span: attemptSpan(call.span, number), parent: call.span, number, digest }
    const tried = await passDoor<ToolAnswer>(context, question, () =>
      attemptMocked(context, question, { mock, args, signal: call.agent.signal, textOf }),
    )
    if (tried.kind === 'answered') return answered(tried, number)
    // Nothing was called, so an attempt that is lost is made again.
    if (tried.kind === 'failed') return failedEnd(tried.failure.truth, number)
  }
}

function failedEnd(failure: Failure, attempts: number): ToolEnd {
  const said = failure.code === 'returned-error' ? parseJson(failure.message) : undefined
  const words = said?.ok === true && typeof said.value === 'string' ? said.value : failure.message
  return { outcome: 'failed', text: alike(`Error: ${words}`), failure: { ...failure, message: words }, attempts }
}
