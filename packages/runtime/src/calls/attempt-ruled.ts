// One attempt of a tool under rules: kept or mocked results, tools of our own, else the tool itself with its context.
import { type JsonObject, type JsonText, printJson } from '@slyglass/base'
import type { MockRule } from '@slyglass/network'
import type { Failure, ToolAnswer } from '@slyglass/run-log'
import { modelText, redactJson } from '@slyglass/tools'
import { attemptMcp } from '../ask-mcp.ts'
import { attemptTool } from '../attempt-tool.ts'
import { type Attempted, begun, finished, type Question } from '../door.ts'
import { alike } from '../forms.ts'
import { attemptLangChain } from '../langchain-tools.ts'
import type { RunContext } from '../run-context.ts'
import { findCached, keepResult } from './cached-result.ts'
import type { ReadyCall } from './execute-call.ts'
import { TimeUp } from './time-up.ts'
import { toolContext } from './tool-context.ts'

export interface Trying {
  /** What the tool is handed, as JSON text. */
  readonly args: JsonText
  /** How often it failed before. */
  readonly retry: number
}

export async function attemptRuled(
  context: RunContext,
  ready: ReadyCall,
  question: Question,
  trying: Trying,
): Promise<Attempted<ToolAnswer>> {
  const { rules, call } = ready
  const mock = mockOf(ready)
  if (mock !== undefined) return attemptMocked(context, ready, question, { ...trying, mock })
  const cached = findCached(context, ready)
  if (cached !== undefined)
    return commitAnswer(context, ready, question, trying, {
      answer: cached.value,
      outcome: 'ok',
      cached: { ageMs: cached.ageMs },
    })
  if (rules.tool.builtIn !== undefined) {
    const answer = rules.tool.builtIn(ready.args.truth, {
      deps: ready.deps.truth,
      now: new Date(context.clock.now()).toISOString(),
    })
    return commitAnswer(context, ready, question, trying, { answer, outcome: 'ok' })
  }
  if (rules.tool.mcp !== undefined || rules.tool.langChain !== undefined)
    return attemptElsewhere(context, ready, question, trying)
  const told = { context: toolContext(context, ready, trying.retry), logArgs: cleanArgs(ready, trying.args) }
  const tried = await attemptTool(context, question, call, trying.args, undefined, told)
  if (tried.kind === 'answered' && tried.outcome === 'ok') keepResult(context, ready, tried.answer.truth)
  return tried
}

/** What runs elsewhere does not know of our time: whether it hears of the end or not, the attempt ends here. */
async function attemptElsewhere(
  context: RunContext,
  ready: ReadyCall,
  question: Question,
  { args }: Trying,
): Promise<Attempted<ToolAnswer>> {
  const { call, rules } = ready
  const asked = { ...call, call: alike({ ...call.call.truth, args }) }
  try {
    const { langChain } = rules.tool
    if (langChain !== undefined) return await attemptLangChain(context, question, asked, langChain)
    return await attemptMcp(context, question, asked)
  } catch (error) {
    return stoppedAttempt(context, question, error)
  }
}

/** Arguments as they are recorded: without values of fields that are to be left out. */
function cleanArgs({ rules, args }: ReadyCall, text: JsonText): JsonText {
  const cleaned = redactJson(args.truth, rules.studio.redact)
  return printJson(cleaned) === printJson(args.truth) ? text : printJson(cleaned)
}

/** Mocks are written under any name of the tool. */
function mockOf({ rules }: ReadyCall): MockRule | undefined {
  return rules.ruled.names.map((name) => rules.studio.mocks.get(name)).find((mock) => mock !== undefined)
}

async function attemptMocked(
  context: RunContext,
  ready: ReadyCall,
  question: Question,
  { mock, ...trying }: Trying & { readonly mock: MockRule },
): Promise<Attempted<ToolAnswer>> {
  const { signal } = ready.call.agent
  await context.journal.commit([begun(question, { args: cleanArgs(ready, trying.args) })])
  try {
    if (mock.delayMs > 0) await context.clock.sleep(mock.delayMs, signal)
    signal.throwIfAborted()
  } catch (error) {
    return stoppedAttempt(context, question, error)
  }
  const end = mockedEnd(mock)
  const [event] = await context.journal.commit([finished(question, { ...end, mocked: true })])
  return readAttempt(event, end)
}

type End = Parameters<typeof finished>[1]

function mockedEnd(mock: MockRule): End {
  if (mock.raise !== undefined) return { outcome: 'failed', failure: { code: 'raised', message: mock.raise } }
  if (mock.fail !== undefined) {
    const failure: Failure = { code: 'returned-error', message: printJson(mock.fail) }
    return { outcome: 'failed', failure }
  }
  const value = mock.result ?? null
  return { outcome: 'ok', answer: { of: 'tool', text: modelText(value), value: printJson(value) } }
}

async function commitAnswer(
  context: RunContext,
  ready: ReadyCall,
  question: Question,
  trying: Trying,
  end: End & { readonly answer: ToolAnswer },
): Promise<Attempted<ToolAnswer>> {
  const events = await context.journal.commit([
    begun(question, { args: cleanArgs(ready, trying.args) }),
    finished(question, end),
  ])
  return readAttempt(events.at(-1), end)
}

function readAttempt(event: { readonly type: string } | undefined, end: End): Attempted<ToolAnswer> {
  if (end.answer?.of !== 'tool') {
    const failure = end.failure ?? { code: 'exception', message: 'The attempt failed.' }
    return { kind: 'failed', failure: alike(failure), live: true }
  }
  const logged = (event as { readonly answer?: ToolAnswer } | undefined)?.answer ?? end.answer
  const isSame = logged.text === end.answer.text && logged.value === end.answer.value
  return { kind: 'answered', outcome: end.outcome, answer: isSame ? alike(end.answer) : { truth: end.answer, logged } }
}

/** An attempt that was stopped: by its time it has failed, by anything else it was cancelled and the stop goes on. */
async function stoppedAttempt(context: RunContext, question: Question, error: unknown): Promise<Attempted<ToolAnswer>> {
  const first = context.journal.find(question.span, 'attempt.started') === undefined ? [begun(question)] : []
  if (!(error instanceof TimeUp)) {
    await context.journal.commit([...first, finished(question, { outcome: 'cancelled' })])
    throw error
  }
  const { failure } = error
  await context.journal.commit([...first, finished(question, { outcome: 'failed', failure })])
  return { kind: 'failed', failure: alike(failure), live: true }
}

/** A tool that the runtime itself has: it asks nothing outside but the time. */
export type BuiltIn = (args: JsonObject, call: { readonly deps: JsonObject; readonly now: string }) => ToolAnswer
