// A tool call that an MCP server answers. Arguments go as the model sent them: the server checks them itself.
import { type JsonText, printJson, wellFormed } from '@slyglass/base'
import { attemptSpan, type Draft, type ToolAnswer } from '@slyglass/run-log'
import { pythonJson, pythonRepr, readArguments } from '@slyglass/tools'
import type { ShownMedia } from './code-ports.ts'
import { Deltas } from './deltas.ts'
import { type Attempted, begun, finished, passDoor, type Question } from './door.ts'
import { alike } from './forms.ts'
import { wholeText } from './half-characters.ts'
import { mcpServer } from './mcp-offers.ts'
import { inDoubt, onDoubt } from './on-doubt.ts'
import { McpUnreached } from './outside-failures.ts'
import type { McpListener } from './outside-ports.ts'
import { cleanedFailure, type Recorded } from './recorded.ts'
import { answered } from './run-coded-tool.ts'
import type { RunContext } from './run-context.ts'
import type { ToolCall, ToolEnd } from './run-tool-batch.ts'
import { keepShown } from './take-media.ts'
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
    if ((await onDoubt(context, call, number)) === 'fail') return inDoubt(context, call, number)
  }
}

export async function attemptMcp(
  context: RunContext,
  question: Question,
  call: ToolCall,
  recorded: Recorded = {},
): Promise<Attempted<ToolAnswer>> {
  const read = readArguments(call.call.truth.args)
  const args = printJson(read.kind === 'object' ? read.args : new Map())
  await context.journal.commit([begun(question, { args: recorded.logArgs ?? args })])
  const { signal } = call.agent
  const said = new Said(context, question, recorded)
  const waited = await withGrace(ask(context, call, args, said), signal, context.clock)
  if (signal.aborted) {
    await context.journal.commit(said.close())
    throw signal.reason
  }
  const reply: Reply = waited.ended ? waited.value : failed('')
  const shown = keepShown(reply.ok ? reply.media : [], context.digests)
  const attached = shown.media.length > 0 && { media: shown.media }
  const truth: ToolAnswer = { of: 'tool', text: reply.text, ...(reply.ok && reply.said), ...attached }
  const outcome = reply.ok ? ('ok' as const) : ('failed' as const)
  const failure = { code: reply.ok ? '' : reply.code, message: reply.text }
  const end = reply.ok ? { answer: truth } : cleanedFailure(truth, failure, recorded)
  const drafts = [...said.close(), finished(question, { outcome, ...end })]
  const event = (await context.journal.commit(drafts, { chunks: shown.chunks })).at(-1)
  const logged = event?.type === 'attempt.finished' && event.answer?.of === 'tool' ? event.answer : truth
  const answer = { truth, logged: logged.text === truth.text ? truth : logged }
  const told = event?.type === 'attempt.finished' ? (event.failure ?? failure) : failure
  return { kind: 'answered', outcome, answer, ...(!reply.ok && { failure: { truth: failure, logged: told } }) }
}

/** What a server says beside its answer: pieces of the attempt, and sentences for people. */
class Said implements McpListener {
  readonly #deltas: Deltas
  readonly #place: Pick<Question, 'span' | 'parent'>
  readonly #clean: (text: string) => string
  readonly #notes: string[] = []

  constructor(context: RunContext, { span, parent }: Question, { clean = (text) => text }: Recorded) {
    this.#clean = clean
    this.#deltas = new Deltas(context, { span, parent })
    this.#place = { span, parent }
  }

  readonly progress = (structure: JsonText, text: string) =>
    this.#deltas.addProgress(this.#clean(structure), this.#clean(wellFormed(text)))
  readonly output = (text: string) => this.#deltas.addOutput('stderr', this.#clean(wellFormed(text)))
  readonly note = (text: string) => void this.#notes.push(this.#clean(text))

  close(): readonly Draft[] {
    const note = { ...this.#place, type: 'note.noted', level: 'info', source: 'mcp' } as const
    return [...this.#deltas.close(), ...this.#notes.splice(0).map((text) => ({ ...note, text }))]
  }
}

type Reply =
  /** The model reads the text; clients are told the value, and several texts as Python prints them. */
  | {
      readonly ok: true
      readonly text: string
      readonly said: Pick<ToolAnswer, 'value' | 'told'>
      readonly media: readonly ShownMedia[]
    }
  /** `raised`: nothing was asked, so that it may be tried again where rules say so. */
  | { readonly ok: false; readonly text: string; readonly code: 'mcp-failed' | 'raised' }

function failed(text: string, code: 'mcp-failed' | 'raised' = 'mcp-failed'): Reply {
  return { ok: false, text, code }
}

async function ask(context: RunContext, call: ToolCall, args: string, on: McpListener): Promise<Reply> {
  const { url = '', tool = '' } = call.tool.mcp ?? {}
  try {
    const server = await mcpServer(context, call.agent, url)
    const reply = await context.mcp?.call(server, tool, args, call.agent.signal, on)
    const told = (reply?.texts ?? []).map((text) => wholeText(text, "The server's result"))
    const texts = told.map(({ text }) => text)
    const note = told.find((one) => one.note !== undefined)?.note
    if (note !== undefined) on.note?.(note)
    const said = texts.length > 1 ? pythonJson([...texts], 'kept') : (texts[0] ?? '')
    if (reply?.ok !== true) return failed(`Error: ToolException: ${said}`)
    const { media = [] } = reply
    if (texts.length <= 1) return { ok: true, text: said, said: { value: JSON.stringify(said) }, media }
    return { ok: true, text: said, said: { value: JSON.stringify(texts), told: pythonRepr([...texts]) }, media }
  } catch (error) {
    const text = `Error: ${error instanceof Error ? error.message : String(error)}`
    return failed(text, error instanceof McpUnreached ? 'raised' : 'mcp-failed')
  }
}
