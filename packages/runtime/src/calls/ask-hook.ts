// One question to a function of the project or a program, with a limit of time of its own.
import { err, type Json, type JsonObject, ok, parseJson, printJson, type Result, type SpanId } from '@slyglass/base'
import type { HookRule } from '@slyglass/network'
import type { RunContext } from '../run-context.ts'
import { isStop } from '../stops.ts'
import { sourcesOf } from '../tool-environment.ts'
import { withTimer } from './time-up.ts'

export interface HookQuestion {
  readonly hook: HookRule
  readonly span: SpanId
  readonly payload: JsonObject
  readonly signal: AbortSignal
}

class HookTimeUp extends Error {
  override readonly name = 'HookTimeUp'
}

/** The answer, or in words why there is none. Who does not end in time has failed, whether it hears of that or not. */
export async function askHook(context: RunContext, question: HookQuestion): Promise<Result<Json, string>> {
  const { calls, clock, request } = context
  const { hook, span, payload } = question
  const port = calls.hooks
  if (port === undefined) return err('hooks do not run here')
  const reason = () => new HookTimeUp(`no decision within ${hook.timeoutMs} ms`)
  try {
    return await withTimer(clock, { ms: hook.timeoutMs, reason, signal: question.signal }, async (signal) => {
      const sources = sourcesOf(context)
      const asked = port.run({ run: request.run, span, sources, hook, payload: printJson(payload), signal })
      const read = parseJson(await Promise.race([asked, aborted(signal)]))
      return read.ok ? ok(read.value) : err('its answer is no JSON')
    })
  } catch (error) {
    if (isStop(error)) throw error
    return err(error instanceof Error ? error.message : String(error))
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
