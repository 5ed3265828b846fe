// One attempt of a tool under rules: kept or mocked results, tools of our own, else the tool itself with its context.
import { type JsonObject, type JsonText, printJson } from '@slyglass/base'
import type { MockRule } from '@slyglass/network'
import { placeOfCall, type ToolAnswer } from '@slyglass/run-log'
import { findByName, modelText, redactJson, redactText } from '@slyglass/tools'
import { attemptMcp } from '../ask-mcp.ts'
import { attemptTool } from '../attempt-tool.ts'
import { attemptCode } from '../code-mode/attempt-code.ts'
import { type Attempted, begun, finished, type Question } from '../door.ts'
import { alike } from '../forms.ts'
import { attemptLangChain } from '../langchain-tools.ts'
import type { Recorded } from '../recorded.ts'
import type { RunContext } from '../run-context.ts'
import { type AttemptEnd, attemptMocked, readAttempt, stoppedAttempt } from './attempt-mocked.ts'
import { findCached, resultKeeper } from './cached-result.ts'
import type { ReadyCall } from './execute-call.ts'
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
  if (mock !== undefined) {
    const args = cleanArgs(ready, trying.args)
    return attemptMocked(context, question, { mock, args, signal: call.agent.signal, textOf: modelText })
  }
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
      place: placeOfCall(call.span),
    })
    return commitAnswer(context, ready, question, trying, { answer, outcome: 'ok' })
  }
  const { code } = rules.tool
  const { ruled } = call.agent
  if (code !== undefined && ruled !== undefined && context.code !== undefined) {
    const asked = { code, ruled, port: context.code, logArgs: cleanArgs(ready, trying.args) }
    return attemptCode(context, ready, question, asked)
  }
  if (rules.tool.mcp !== undefined || rules.tool.langChain !== undefined)
    return attemptElsewhere(context, ready, question, trying)
  const keep = resultKeeper(context, ready)
  const told = { context: toolContext(context, ready, trying.retry), ...recordedOf(ready, trying.args) }
  const tried = await attemptTool(context, question, call, trying.args, undefined, told)
  if (tried.kind === 'answered' && tried.outcome === 'ok') keep(question.span, tried.answer.truth)
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
    const recorded = recordedOf(ready, args)
    if (langChain !== undefined)
      return await attemptLangChain(context, question, asked, { named: langChain, ...recorded })
    return await attemptMcp(context, question, asked, recorded)
  } catch (error) {
    return stoppedAttempt(context, question, error)
  }
}

function recordedOf(ready: ReadyCall, args: JsonText): Recorded {
  const { rules } = ready
  return {
    logArgs: cleanArgs(ready, args),
    clean: (text) => redactText(text, rules.studio.redact, [ready.args.truth, ready.deps.truth]),
  }
}

/** Arguments as they are recorded: without values of fields that are to be left out. */
function cleanArgs({ rules, args }: ReadyCall, text: JsonText): JsonText {
  const cleaned = redactJson(args.truth, rules.studio.redact)
  return printJson(cleaned) === printJson(args.truth) ? text : printJson(cleaned)
}

/** Mocks are written under any name of the tool. */
function mockOf({ rules }: ReadyCall): MockRule | undefined {
  return findByName(rules.studio.mocks, rules)
}

async function commitAnswer(
  context: RunContext,
  ready: ReadyCall,
  question: Question,
  trying: Trying,
  end: AttemptEnd & { readonly answer: ToolAnswer },
): Promise<Attempted<ToolAnswer>> {
  const events = await context.journal.commit([
    begun(question, { args: cleanArgs(ready, trying.args) }),
    finished(question, end),
  ])
  return readAttempt(events.at(-1), end)
}

/** A tool that the runtime itself has: it asks nothing outside but the time. */
export type BuiltIn = (
  args: JsonObject,
  call: { readonly deps: JsonObject; readonly now: string; readonly place: number },
) => ToolAnswer
