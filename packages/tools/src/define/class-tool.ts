// Tools in other forms: a class with `asyncInvoke(args, slyData)` as neuro-san has it, and a module or class with
// `metadata` and `execute(args, ctx)`.
import { defineTool, isToolDefinition } from './define-tool.ts'
import type { ToolContext } from './tool-context.ts'
import type { ToolDefinition, ToolOptions } from './tool-definition.ts'

/** What a class or module may tell of itself. */
export type ToolMetadata = Partial<Omit<ToolOptions, 'execute'>>

type Invoke = (args: Record<string, unknown>, slyData: Record<string, unknown>) => unknown
type Execute = (args: Record<string, unknown>, ctx: ToolContext) => unknown

interface ToolObject {
  asyncInvoke?: Invoke
  async_invoke?: Invoke
  invoke?: Invoke
  execute?: Execute
}

/** A class that needs no arguments to be made; each call gets an instance of its own. */
export interface ToolClass {
  new (): ToolObject
  readonly name: string
  readonly metadata?: ToolMetadata | (() => ToolMetadata)
}

/** Makes a tool of a class. `options` lie over the class's own `metadata`. */
export function defineClassTool(made: ToolClass, options: ToolMetadata = {}): ToolDefinition {
  if (made.length > 0)
    throw new TypeError(
      `The constructor of ${made.name} takes arguments, but a tool is made without any. Read what it needs in its method.`,
    )
  const told = typeof made.metadata === 'function' ? made.metadata() : made.metadata
  const name = options.name ?? told?.name ?? snakeCase(made.name)
  if (methodOf(made.prototype as ToolObject) === undefined)
    throw new TypeError(`${made.name} has neither asyncInvoke(args, slyData) nor execute(args, ctx), so it is no tool.`)
  return defineTool({
    ...told,
    ...options,
    name,
    execute: (args, ctx) => {
      const tool = new made()
      return methodOf(tool)?.call(tool, args, ctx)
    },
  })
}

/** Makes a tool of a module's exports: `execute`, and `metadata` or single exports of the same names. */
export function defineModuleTool(exports: Readonly<Record<string, unknown>>, name: string): ToolDefinition | undefined {
  const { execute, metadata } = exports
  if (typeof execute !== 'function') return undefined
  const told = (typeof metadata === 'function' ? metadata() : (metadata ?? {})) as ToolMetadata
  return defineTool({ ...told, name: told.name ?? snakeCase(name), execute: execute as Execute })
}

/** The tool that an export is: a definition, or a class with one of the methods. */
export function toolOf(exported: unknown, options: ToolMetadata = {}): ToolDefinition | undefined {
  if (isToolDefinition(exported)) return exported
  if (typeof exported !== 'function') return undefined
  const { prototype } = exported as { prototype?: ToolObject }
  if (prototype === undefined || methodOf(prototype) === undefined) return undefined
  return defineClassTool(exported as unknown as ToolClass, options)
}

function methodOf(tool: ToolObject): Execute | undefined {
  if (typeof tool.execute === 'function') return tool.execute
  const invoke = tool.asyncInvoke ?? tool.async_invoke ?? tool.invoke
  if (typeof invoke !== 'function') return undefined
  return function asExecute(this: unknown, args, ctx) {
    return invoke.call(this as ToolObject, args, ctx.slyData)
  }
}

function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
}
