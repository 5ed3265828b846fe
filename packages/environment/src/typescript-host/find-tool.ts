// Which tool an export is: a definition, an object or module with `execute`, or a class of neuro-san's contract.
import {
  defineModuleTool,
  defineTool,
  isToolDefinition,
  type ToolContext,
  type ToolDefinition,
} from '@slyglass/tools/define'
import { failed, type Outcome, trace, words } from './outcome.ts'

/** A tool that can be run. */
export interface FoundTool {
  readonly definition: ToolDefinition
  /** Runs the instance that this call has. */
  readonly execute: ToolDefinition['execute']
  /** Its arguments hold `origin` and `progress_reporter`, as classes of neuro-san expect. */
  readonly reserved: boolean
  readonly synchronous: boolean
}

type Exports = Readonly<Record<string, unknown>>
type Method = (...given: readonly unknown[]) => unknown
type ToolClass = (new () => object) & {
  readonly length: number
  readonly prototype: unknown
  readonly metadata?: unknown
}

/** The tool behind a class name; its instance is made, so each call asks anew. */
export function findTool(module: Exports, className: string): FoundTool | Outcome {
  const dot = className.lastIndexOf('.')
  const name = className.slice(dot + 1)
  const exported = module[name]
  if (isToolDefinition(exported)) return defined(exported)
  if (typeof exported === 'object' && exported !== null && 'execute' in exported) {
    return defined(defineTool({ name, ...exported } as Parameters<typeof defineTool>[0]))
  }
  if (typeof exported !== 'function') return notATool(className)
  if (exported === module.execute)
    return moduleTool(module, className.slice(className.lastIndexOf('.', dot - 1) + 1, dot))
  return classTool(exported as ToolClass, className)
}

/** True when an export tells of itself what a model is to know. */
export function isDescribed(module: Exports, className: string): boolean {
  const exported = module[className.slice(className.lastIndexOf('.') + 1)]
  if (isToolDefinition(exported)) return true
  if (typeof exported === 'object') return exported !== null && 'execute' in exported
  return typeof exported === 'function' && (exported === module.execute || 'metadata' in exported)
}

function moduleTool(module: Exports, name: string): FoundTool | Outcome {
  const definition = defineModuleTool(module, name)
  return definition === undefined ? notATool(name) : defined(definition)
}

function defined(definition: ToolDefinition): FoundTool {
  return { definition, execute: definition.execute, reserved: false, synchronous: false }
}

function classTool(made: ToolClass, className: string): FoundTool | Outcome {
  if (made.length !== 0) return methodOf(made.prototype) === undefined ? notATool(className) : wantsArguments(className)
  let tool: object
  try {
    tool = new made()
  } catch (problem) {
    return failed('constructor', `${className} cannot be built: ${words(problem)}`, words(problem), trace(problem))
  }
  const method = methodOf(tool)
  if (method === undefined) return notATool(className)
  return {
    definition: definitionOf(made, className),
    execute: (args, ctx) => invoke(tool, method, args, ctx),
    reserved: method !== 'execute',
    synchronous: method === 'invoke',
  }
}

/** In the order in which they are preferred. */
const METHODS = ['execute', 'asyncInvoke', 'async_invoke', 'invoke'] as const

/** A method of neuro-san's contract is given the board, `execute` the whole context. */
function invoke(tool: object, name: (typeof METHODS)[number], args: unknown, ctx: ToolContext): unknown {
  return (tool as Record<string, Method>)[name]?.(args, name === 'execute' ? ctx : ctx.slyData)
}

/** Of classes that tell nothing of themselves: there is nothing that could be told differently the next time. */
const silent = new WeakMap<object, ToolDefinition>()

function definitionOf(made: ToolClass, className: string): ToolDefinition {
  const { metadata } = made
  const name = className.slice(className.lastIndexOf('.') + 1)
  const known = metadata === undefined ? silent.get(made) : undefined
  if (known?.runtimeName === name) return known
  const definition = defineTool({
    ...metadataOf(made, metadata),
    name,
    execute: (args, ctx) => {
      const tool = new made()
      const method = methodOf(tool)
      return method === undefined ? undefined : invoke(tool, method, args, ctx)
    },
  })
  if (metadata === undefined) silent.set(made, definition)
  return definition
}

function metadataOf(made: ToolClass, metadata: unknown): object {
  const told: unknown = typeof metadata === 'function' ? Reflect.apply(metadata, made, []) : metadata
  return typeof told === 'object' && told !== null ? told : {}
}

/** The method that a call of the tool is. */
function methodOf(tool: unknown): (typeof METHODS)[number] | undefined {
  if (typeof tool !== 'object' || tool === null) return undefined
  for (const name of METHODS) if (typeof (tool as Record<string, unknown>)[name] === 'function') return name
  return undefined
}

function wantsArguments(className: string): Outcome {
  const text =
    `\nCoded tool class ${className} must take no arguments to its constructor.\n` +
    'A coded tool is built anew for every call, with nothing to hand over. Fixed settings belong into the "args" of the entry.\n'
  return failed('constructor', `${className} cannot be built: its constructor must take no arguments.`, text, '')
}

function notATool(className: string): Outcome {
  const said = `${className} is not a coded tool`
  const hint = 'Export a class with `async asyncInvoke(args, slyData)`, or `defineTool({ execute(args, ctx) { … } })`.'
  return failed('not-a-tool', `${said}. ${hint}`, `Error: ${said}`, '')
}
