// One call of a definition, as hosts and tests make it: frozen arguments, a generator run to its end, the result read.

import { type Json, type JsonText, printJson } from '@slyglass/base'
import { bareObject } from './bare-object.ts'
import { isToolOk } from './outcome.ts'
import { plainJson } from './plain-json.ts'
import { readReturn, type ToolReturn } from './read-return.ts'
import type { ToolContext } from './tool-context.ts'
import type { ToolDefinition } from './tool-definition.ts'

/**
 * Calls a tool once. What it throws goes through; updates made by `ctx.update` come after those of the result. `look` is shown what
 * the tool gave, as it was before it became JSON.
 */
export async function runTool(
  tool: Pick<ToolDefinition, 'execute' | 'options'>,
  args: Readonly<Record<string, unknown>>,
  ctx: ToolContext,
  look?: (returned: unknown) => void,
): Promise<ToolReturn> {
  const started: unknown = tool.execute(freezeDeep(cleanCopy(args)) as Record<string, unknown>, ctx)
  const returned = isGenerator(started) ? await runGenerator(started, ctx) : await started
  look?.(returned)
  const read = readReturn(returned)
  if (!read.ok) return read
  const rendered = render(tool, isToolOk(returned) ? returned.value : returned, read.value)
  return { ...read, ...(rendered !== undefined && { text: rendered }), ops: [...read.ops, ...ctx.update.ops] }
}

function render(
  { options: { renderer } }: Pick<ToolDefinition, 'options'>,
  returned: unknown,
  value: Json,
): string | undefined {
  try {
    return renderer?.(returned)
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

/** A copy whose objects have no prototype, so that no key of a model means anything to JavaScript. */
function cleanCopy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleanCopy)
  if (typeof value !== 'object' || value === null) return value
  const copy = bareObject()
  for (const [key, part] of Object.entries(value)) copy[key] = cleanCopy(part)
  return copy
}

/** Freezes a value at every depth. */
export function freezeDeep<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const part of Object.values(value)) freezeDeep(part)
  return Object.freeze(value)
}
