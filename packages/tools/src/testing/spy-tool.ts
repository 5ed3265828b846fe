import { isJsonObject, jsonEquals, printJson } from '@slyglass/base'
import { plainJson } from '../define/plain-json.ts'
import type { ToolContext } from '../define/tool-context.ts'
import type { ToolDefinition } from '../define/tool-definition.ts'
import { type MockFunction, type MockOptions, mockToolWith } from './mock-tools.ts'

/** One call that a spy saw. */
export interface SpiedCall {
  readonly args: Readonly<Record<string, unknown>>
  readonly ctx: ToolContext
}

/** A tool that remembers its calls, oldest first. */
export interface Spy {
  readonly tool: ToolDefinition
  readonly calls: readonly SpiedCall[]
  readonly callCount: number
  clear(): void
}

/** Remembers calls and gives a result. */
export function spyTool(name: string, result: unknown = { success: true }, options: MockOptions = {}): Spy {
  return spyToolWith(name, () => result, options)
}

/** Remembers calls and gives what a function gives. */
export function spyToolWith(name: string, call: MockFunction, options: MockOptions = {}): Spy {
  const calls: SpiedCall[] = []
  const tool = mockToolWith(
    name,
    (args, ctx) => {
      calls.push({ args, ctx })
      return call(args, ctx)
    },
    options,
  )
  return {
    tool,
    get calls() {
      return [...calls]
    },
    get callCount() {
      return calls.length
    },
    clear: () => void calls.splice(0),
  }
}

/** Throws unless some call has all of the given arguments. */
export function assertCalled(spy: Spy, subset: Readonly<Record<string, unknown>> = {}): void {
  const wanted = Object.entries(subset)
  const fits = ({ args }: SpiedCall) =>
    wanted.every(([name, value]) => Object.hasOwn(args, name) && jsonEquals(plainJson(args[name]), plainJson(value)))
  if (spy.calls.some(fits)) return
  const seen = spy.calls.map(({ args }) => show(args)).join(', ')
  const actual = spy.callCount === 0 ? 'It was not called.' : `It was called with ${seen}.`
  throw new Error(`${spy.tool.name} was not called with ${show(subset)}. ${actual}`)
}

/** Throws when there was a call. */
export function assertNotCalled(spy: Spy): void {
  if (spy.callCount === 0) return
  throw new Error(`${spy.tool.name} was called ${spy.callCount} times, first with ${show(spy.calls[0]?.args)}.`)
}

function show(value: unknown): string {
  const json = plainJson(value)
  return isJsonObject(json) ? printJson(json) : String(value)
}
