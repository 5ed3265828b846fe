// One call of a definition, as hosts and tests make it: frozen arguments, a generator run to its end, the result read.

import { type Json, type JsonText, printJson } from '@slyglass/base'
import { bareObject } from './bare-object.ts'
import { isToolOk } from './outcome.ts'
import { plainJson } from './plain-json.ts'
import { readReturn, type ToolReturn } from './read-return.ts'
import type { ToolContext } from './tool-context.ts'
import type { ToolDefinition } from './tool-definition.ts'

/** Calls a tool once. What it throws goes through; updates made by `ctx.update` come after those of the result. */
export async function runTool(
  tool: Pick<ToolDefinition, 'execute' | 'options'>,
  args: Readonly<Record<string, unknown>>,
  ctx: ToolContext,
): Promise<ToolReturn> {
  return readTool(tool, await startTool(tool, toolArguments(args), ctx), ctx)
}

/** Starts a tool with arguments that `toolArguments` made: what it gives, or a promise of that. */
export function startTool(
  tool: Pick<ToolDefinition, 'execute'>,
  args: Record<string, unknown>,
  ctx: ToolContext,
): unknown {
  const started: unknown = tool.execute(args, ctx)
  return isGenerator(started) ? runGenerator(started, ctx) : started
}

/** What a tool gave, as what is kept and what the model reads. */
export function readTool(tool: Pick<ToolDefinition, 'options'>, returned: unknown, ctx: ToolContext): ToolReturn {
  const read = readReturn(returned)
  if (!read.ok) return read
  const { value } = read
  const { ops } = ctx.update
  return {
    ok: true,
    value,
    text: render(tool, returned, value) ?? read.text,
    ops: ops.length === 0 ? read.ops : [...read.ops, ...ops],
  }
}

function render(
  { options: { renderer } }: Pick<ToolDefinition, 'options'>,
  returned: unknown,
  value: Json,
): string | undefined {
  if (renderer === undefined) return undefined
  try {
    return renderer(isToolOk(returned) ? returned.value : returned)
  } catch (error) {
    throw new NotRendered(value, error)
  }
}

/** A renderer that threw. The tool did its work: people see its value, and doing the work again would mend nothing. */
export class NotRendered extends Error {
  override readonly name = 'NotRendered'
  readonly value: Json
  /** The value that the tool gave, and what its renderer threw. */
  constructor(value: Json, cause: unknown) {
    super('The renderer of the result failed.', { cause })
    this.value = value
  }
}

type Generator = AsyncIterator<unknown, unknown> | Iterator<unknown, unknown>

function isGenerator(value: unknown): value is Generator {
  if (typeof value !== 'object' || value === null || !('next' in value)) return false
  return Symbol.asyncIterator in value || Symbol.iterator in value
}

async function runGenerator(generator: Generator, ctx: ToolContext): Promise<unknown> {
  for (;;) {
    const step = await generator.next()
    if (step.done === true) return step.value
    ctx.progress(partialText(step.value))
  }
}

function partialText(value: unknown): JsonText {
  return typeof value === 'string' ? value : printJson(plainJson(value))
}

/**
 * Arguments as a tool gets them: a frozen copy whose objects have no prototype, so that no key of a model means anything to
 * JavaScript. What is `besides` stands where they have nothing.
 */
export function toolArguments(
  args: Readonly<Record<string, unknown>>,
  besides?: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  if (besides === undefined) return frozenCopy(args) as Record<string, unknown>
  const copy = bareCopy(args)
  for (const key of Object.keys(besides)) copy[key] ??= besides[key]
  return Object.freeze(copy)
}

function frozenCopy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.freeze(Array.isArray(value) ? value.map(frozenCopy) : bareCopy(value as Record<string, unknown>))
}

function bareCopy(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const copy = bareObject()
  for (const key of Object.keys(value)) copy[key] = frozenCopy(value[key])
  return copy
}

/** Freezes a value at every depth. */
export function freezeDeep<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const part of Object.values(value)) freezeDeep(part)
  return Object.freeze(value)
}
