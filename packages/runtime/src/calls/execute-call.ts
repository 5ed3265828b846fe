// Stage two of a call: it runs, with attempts as its settings say, and its end is put into words.
import { type Json, type JsonObject, printJson } from '@slyglass/base'
import { attemptSpan, codeRunsAgain, type Failure, type ToolAnswer } from '@slyglass/run-log'
import { type AttemptFault, type CallFailureCode, FAILURE_TRAITS, redactText, willRetry } from '@slyglass/tools'
import { type Attempted, passDoor, type Question } from '../door.ts'
import { alike, bothForms, type Forms } from '../forms.ts'
import { inDoubt, onDoubt } from '../on-doubt.ts'
import type { RunContext } from '../run-context.ts'
import type { ToolCall } from '../run-tool-batch.ts'
import { attemptRuled, type Trying } from './attempt-ruled.ts'
import { bindFinal } from './bind-final.ts'
import type { ToolRules } from './discipline.ts'
import { isRateLimited } from './rate-limited.ts'
import { type RuledEnd, readResult } from './read-result.ts'
import { TimeUp, withTimer } from './time-up.ts'
import { failureText } from './told-failures.ts'

/** A call that may run: `args` are the final ones, before fixed values are laid over them. */
export interface ReadyCall {
  readonly call: ToolCall
  readonly rules: ToolRules
  readonly args: Forms<JsonObject>
  /** What tools share, as it was before the calls of this answer. */
  readonly deps: Forms<JsonObject>
}

/** Runs the attempts of a tool. Rejects only for stops of the whole run or agent. */
export async function executeCall(context: RunContext, ready: ReadyCall): Promise<RuledEnd> {
  const { call, rules } = ready
  if (await isRateLimited(context, ready)) {
    const message = `${rules.tool.name} was called too often, so it was not called.`
    return failedEnd(context, ready, { code: 'rate-limited', message }, 0)
  }
  const args = bothForms(ready.args, (one) => printJson(bindFinal(rules, one)))
  const digest = context.digests.sha256(
    JSON.stringify([rules.tool.name, rules.tool.entry.className ?? '', args.logged]),
  )
  let failures = 0
  for (let number = 1; ; number += 1) {
    call.agent.signal.throwIfAborted()
    const question: Question = { of: 'tool', span: attemptSpan(call.span, number), parent: call.span, number, digest }
    const tried = await tryOnce(context, ready, question, { args: args.truth, retry: failures })
    if (tried.kind === 'lost') {
      if ((await onDoubt(context, call, number, rules.settings.category)) === 'rerun') continue
      return inDoubt(context, call, number)
    }
    if (tried.kind === 'answered' && tried.outcome === 'ok') return readResult(context, ready, tried, number)
    failures += 1
    if (rules.tool.code !== undefined && tried.kind === 'answered') return failedCode(tried, failures)
    const failure = failureOf(tried)
    const isLive = tried.kind === 'answered' || tried.live
    const { retries, retryOn, retryBackoffMs } = rules.settings
    if (failure.retryable === false || !willRetry(faultOf(failure), failures, { retries, retryOn }))
      return failedEnd(context, ready, failure, failures)
    if (isLive && retryBackoffMs > 0) await context.clock.sleep(retryBackoffMs, call.agent.signal)
  }
}

/** One attempt, with a limit of time of its own. */
async function tryOnce(
  context: RunContext,
  ready: ReadyCall,
  question: Question,
  trying: Trying,
): Promise<Attempted<ToolAnswer>> {
  const { call, rules } = ready
  const { timeoutMs } = rules.settings
  const reason = () => new TimeUp(call.span, 'attempt', rules.tool.name, timeoutMs ?? 0)
  const limit = { ms: timeoutMs, reason, signal: call.agent.signal }
  const attempt = () =>
    withTimer(context.clock, limit, (signal, own) => {
      const countdowns = [...(call.agent.countdowns ?? []), ...own]
      const timed: ReadyCall = { ...ready, call: { ...call, agent: { ...call.agent, signal, countdowns } } }
      return attemptRuled(context, timed, question, trying)
    })
  return passDoor<ToolAnswer>(context, question, attempt, codeRunsAgain)
}

type Failed = Exclude<Attempted<ToolAnswer>, { kind: 'lost' }>

function failureOf(tried: Failed): Failure {
  if (tried.kind === 'failed') return tried.failure.truth
  return tried.failure?.truth ?? { code: 'exception', message: tried.answer.truth.text }
}

/** Code that failed has its words for the model already, with what it printed until then; it does not run again. */
function failedCode(tried: Extract<Attempted<ToolAnswer>, { kind: 'answered' }>, attempts: number): RuledEnd {
  const text = bothForms(tried.answer, (answer): string => answer.text)
  return { outcome: 'failed', text, failure: failureOf(tried), attempts }
}

/** Codes that stand for what a tool threw; other codes of hosts mean that it never ran, or that its process broke down. */
const THROWN: ReadonlySet<string> = new Set(['raised', 'exception'])

/** Codes that stand for a failure which the tool itself told. */
const RETURNED: ReadonlySet<string> = new Set(['returned-error', 'mcp-failed'])

function faultOf({ code }: Failure): AttemptFault {
  if (code === 'timed-out') return 'timeout'
  if (THROWN.has(code)) return 'exception'
  return RETURNED.has(code) ? 'returned' : 'lost'
}

/** The end of a call that failed, in words that hold no private value and no value of a field that is to be left out. */
export function failedEnd(context: RunContext, ready: ReadyCall, failure: Failure, attempts: number): RuledEnd {
  const code = codeOf(failure)
  const clean = cleaner(context, ready)
  const { category: own } = failure
  const said = {
    code,
    failure: { message: clean(failure.message), ...(own !== undefined && { category: own }) },
    attempts,
  }
  const text = failureText(ready.call.agent.ruled?.discipline, ready.rules, said)
  const { outcome, category } = FAILURE_TRAITS[code]
  const told: Failure = {
    ...failure,
    code: KEPT.has(failure.code) ? failure.code : code,
    message: clean(failure.message),
    category: failure.category ?? category,
    ...(failure.detail !== undefined && { detail: clean(failure.detail) }),
  }
  return { outcome, text: alike(text), failure: told, attempts }
}

/** Codes of hosts that say more than ours. */
const KEPT: ReadonlySet<string> = new Set([
  'class-not-found',
  'constructor',
  'not-a-tool',
  'host-missing',
  'memory',
  'host-lost',
])

function codeOf({ code }: Failure): CallFailureCode {
  if (code in FAILURE_TRAITS) return code as CallFailureCode
  if (RETURNED.has(code)) return 'returned-error'
  return THROWN.has(code) ? 'exception' : 'crashed'
}

function cleaner(context: RunContext, { args, deps, rules }: ReadyCall): (text: string) => string {
  const search = context.search()
  const sources: readonly Json[] = [args.truth, deps.truth]
  return (text) => {
    const redacted = redactText(text, rules.studio.redact, sources)
    return search === undefined ? redacted : search.mask(redacted).text
  }
}
