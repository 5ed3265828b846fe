// What calls under rules need besides the run itself: people, hooks, and what is counted and kept across runs.
import type { JsonObject } from '@slyglass/base'
import type { ToolAnswer } from '@slyglass/run-log'
import { CallCounter, RateLimiter, ResultCache } from '@slyglass/tools'
import type { Forms } from '../forms.ts'
import type { HookPort } from '../ports.ts'
import { Approvals } from './approvals.ts'

/** What this process remembers across runs. */
export interface ProcessMemory {
  readonly limiter: RateLimiter
  readonly cache: ResultCache<ToolAnswer>
}

export interface CallServices extends ProcessMemory {
  readonly hooks: HookPort | undefined
  readonly approvals: Approvals
  readonly counter: CallCounter
  /** A person may be asked. */
  readonly attended: boolean
  /** What tools share when the run begins. */
  readonly deps: Forms<JsonObject>
  /** What the run used so far, as tools are told. */
  readonly usage: UsageMeter
}

class UsageMeter {
  requests = 0
  toolCalls = 0
  inputTokens = 0
  outputTokens = 0
}

export function processMemory(): ProcessMemory {
  return { limiter: new RateLimiter(), cache: new ResultCache() }
}

export function callServices(
  memory: ProcessMemory,
  run: { readonly hooks: HookPort | undefined; readonly attended: boolean; readonly deps: Forms<JsonObject> },
): CallServices {
  return { ...memory, ...run, approvals: new Approvals(), counter: new CallCounter(), usage: new UsageMeter() }
}
