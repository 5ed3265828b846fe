// A tool call that an MCP server answers. Arguments go as the model sent them: the server checks them itself.
import { printJson } from '@slyglass/base'
import { attemptSpan, type ToolAnswer } from '@slyglass/run-log'
import { pythonJson, pythonRepr, readArguments } from '@slyglass/tools'
import { type Attempted, begun, finished, passDoor, type Question } from './door.ts'
import { alike } from './forms.ts'
import { mcpServer } from './mcp-offers.ts'
import { inDoubt, onDoubt } from './on-doubt.ts'
import { answered } from './run-coded-tool.ts'
import type { RunContext } from './run-context.ts'
import type { ToolCall, ToolEnd } from './run-tool-batch.ts'
import { withGrace } from './with-grace.ts'

export async function askMcp(context: RunContext, call: ToolCall): Promise<ToolEnd> {
  const asked = JSON.stringify([call.tool.mcp?.url, call.tool.mcp?.tool, call.call.logged.args])
  const digest = context.digests.sha256(asked)
  for (let number = 1; ; number += 1) {
    call.agent.signal.throwIfAborted()
    const question: Question = { of: 'tool', span: attemptSpan(call.span, number), parent: call.span, number, digest }
    const tried = await passDoor<ToolAnswer>(context, question, () => attemptMcp(context, question, call))
    if (tried.kind === 'answered') return answered(tried, number)
    if (tried.kind === 'failed') {
      const { message } = tried.failure.truth
      return { outcome: 'failed', text: alike(`Error: ${message}`), failure: tried.failure.truth, attempts: number }
    }
    if ((await onDoubt(context, call, number)) === 'fail') return inDoubt(call, number)
  }
}

export async function attemptMcp(
  context: RunContext,
  question: Question,
  call: ToolCall,
): Promise<Attempted<ToolAnswer>> {
  const read = readArguments(call.call.truth.args)
  const args = printJson(read.kind === 'object' ? read.args : new Map())
  await context.journal.commit([begun(question, { args })])
  const { signal } = call.agent
  const waited = await withGrace(ask(context, call, args), signal, context.clock)
  signal.throwIfAborted()
  const reply: Reply = waited.ended ? waited.value : failed('')
  const truth: ToolAnswer = { of: 'tool', text: reply.text, ...(reply.ok && reply.said) }
  const outcome = reply.ok ? ('ok' as const) : ('failed' as const)
  const failure = { code: 'mcp-failed', message: reply.text }
  const end = { outcome, answer: truth, ...(!reply.ok && { failure }) }
  const [event] = await context.journal.commit([finished(question, end)])
  const logged = event?.type === 'attempt.finished' && event.answer?.of === 'tool' ? event.answer : truth
  const answer = { truth, logged: logged.text === truth.text ? truth : logged }
  return { kind: 'answered', outcome, answer, ...(!reply.ok && { failure: alike(failure) }) }
}

type Reply =
  /** The model reads the text; clients are told the value, and several texts as Python prints them. */
  | { readonly ok: true; readonly text: string; readonly said: Pick<ToolAnswer, 'value' | 'told'> }
  | { readonly ok: false; readonly text: string }

function failed(text: string): Reply {
  return { ok: false, text }
}

async function ask({ mcp, ...context }: RunContext, call: ToolCall, args: string): Promise<Reply> {
  const { url = '', tool = '' } = call.tool.mcp ?? {}
  try {
    const reply = await mcp?.call(await mcpServer({ mcp, ...context }, url), tool, args, call.agent.signal)
    const texts = reply?.texts ?? []
    const said = texts.length > 1 ? pythonJson([...texts], 'kept') : (texts[0] ?? '')
    if (reply?.ok !== true) return failed(`Error: ToolException: ${said}`)
    if (texts.length <= 1) return { ok: true, text: said, said: { value: JSON.stringify(said) } }
    return { ok: true, text: said, said: { value: JSON.stringify(texts), told: pythonRepr([...texts]) } }
  } catch (error) {
    return failed(`Error: ${error instanceof Error ? error.message : String(error)}`)
  }
}
