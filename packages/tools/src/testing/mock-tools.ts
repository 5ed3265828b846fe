// Tools that stand in for others.

import { defineTool } from '../define/define-tool.ts'
import { fail } from '../define/outcome.ts'
import { debugForm } from '../define/plain-json.ts'
import type { ToolContext } from '../define/tool-context.ts'
import type { ToolDefinition, ToolOptions } from '../define/tool-definition.ts'

/** What a stand-in may be given besides its name. */
export type MockOptions = Omit<ToolOptions, 'name' | 'execute'>

/** What a stand-in does. */
export type MockFunction = (args: Record<string, unknown>, ctx: ToolContext) => unknown

/** Always gives the same result. */
export function mockTool(name: string, result: unknown, options: MockOptions = {}): ToolDefinition {
  return defineTool({ ...options, name, execute: () => result })
}

/** Gives what a function gives. */
export function mockToolWith(name: string, call: MockFunction, options: MockOptions = {}): ToolDefinition {
  return defineTool({ ...options, name, execute: (args, ctx) => call(args, ctx) })
}

/** Raises, so that it is tried again like every exception. */
export function failingTool(
  name: string,
  error?: unknown,
  message = 'Tool failed',
  options: MockOptions = {},
): ToolDefinition {
  return mockToolWith(
    name,
    () => {
      throw error instanceof Error
        ? error
        : new Error(error === undefined ? message : `${message}: ${debugForm(error)}`)
    },
    options,
  )
}

/** Returns a failure of its own, which is not tried again. */
export function errorTool(name: string, reason: unknown, options: MockOptions = {}): ToolDefinition {
  return mockTool(name, fail(reason), options)
}

/** Passes time; given by the test, so that nothing waits in earnest. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

/** Answers after a while. */
export function slowTool(
  name: string,
  ms: number,
  result: unknown,
  sleep: Sleep,
  options: MockOptions = {},
): ToolDefinition {
  return mockToolWith(
    name,
    async (_args, ctx) => {
      await sleep(ms, ctx.signal)
      return result
    },
    options,
  )
}
