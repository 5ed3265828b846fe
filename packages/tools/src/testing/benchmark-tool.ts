import { runTool } from '../define/run-tool.ts'
import type { ToolContext } from '../define/tool-context.ts'
import type { ToolDefinition } from '../define/tool-definition.ts'
import { testContext } from './test-context.ts'

/** Times of repeated calls in milliseconds, rounded to two decimals. */
export interface Benchmark {
  readonly iterations: number
  readonly averageMs: number
  readonly p50Ms: number
  readonly p95Ms: number
  /** Calls that threw or returned a failure; their time counts too. */
  readonly failures: number
}

/** Calls a tool again and again, one call after the other. `now` gives milliseconds, such as `performance.now`. */
export async function benchmarkTool(
  tool: ToolDefinition,
  args: Readonly<Record<string, unknown>>,
  options: { readonly now: () => number; readonly iterations?: number; readonly context?: Partial<ToolContext> },
): Promise<Benchmark> {
  const { now, iterations = 100, context } = options
  const times: number[] = []
  let failures = 0
  for (let done = 0; done < iterations; done += 1) {
    const before = now()
    const ended = await runTool(tool, args, testContext(context)).catch(() => undefined)
    times.push(now() - before)
    if (ended?.ok !== true) failures += 1
  }
  return { ...summariseTimes(times), failures }
}

/** The figures of a list of times. */
export function summariseTimes(times: readonly number[]): Omit<Benchmark, 'failures'> {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (part: number) => sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0
  const sum = sorted.reduce((total, one) => total + one, 0)
  return {
    iterations: sorted.length,
    averageMs: round(sorted.length === 0 ? 0 : sum / sorted.length),
    p50Ms: round(at(0.5)),
    p95Ms: round(at(0.95)),
  }
}

const round = (ms: number): number => Math.round(ms * 100) / 100
