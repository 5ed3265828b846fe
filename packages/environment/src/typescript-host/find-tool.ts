// Which tool an export is: a definition, an object or module with `execute`, or a class of neuro-san's contract.
import { defineModuleTool, defineTool, isToolDefinition, type ToolDefinition } from '@slyglass/tools/define'
import { failed, type Outcome, trace, words } from './outcome.ts'

/** A tool that can be run. */
export interface FoundTool {
  readonly definition: ToolDefinition
  /** Its arguments hold `origin` and `progress_reporter`, as classes of neuro-san expect. */
  readonly reserved: boolean
  readonly synchronous: boolean
}

type Exports = Readonly<Record<string, unknown>>
type Method = (args: unknown, second: unknown) => unknown

/** The tool behind a class name; its instance is made, so each call asks anew. */
export function findTool(module: Exports, className: string): FoundTool | Outcome {
  const dot = className.lastIndexOf('.')
  const name = className.slice(dot + 1)
  const exported = module[name]
  if (isToolDefinition(exported)) return { definition: exported, reserved: false, synchronous: false }
  if (typeof exported === 'object' && exported !== null && 'execute' in exported) {
    const definition = defineTool({ name, ...exported } as Parameters<typeof defineTool>[0])
    return { definition, reserved: false, synchronous: false }
  }
  if (typeof exported !== 'function') return notATool(className)
  if (exported === module.execute)
    return moduleTool(module, className.slice(className.lastIndexOf('.', dot - 1) + 1, dot))
  return classTool(exported, className)
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
  return definition === undefined ? notATool(name) : { definition, reserved: false, synchronous: false }
}

function classTool(made: object, className: string): FoundTool | Outcome {
  const prototype: unknown = Reflect.get(made, 'prototype')
  const hasMethod = ['execute', 'asyncInvoke', 'async_invoke', 'invoke'].some((name) => methodOf(prototype, name))
  if (Reflect.get(made, 'length') !== 0) return hasMethod ? wantsArguments(className) : notATool(className)
  let tool: object
  try {
    tool = Reflect.construct(made as new () => object, [])
  } catch (problem) {
    return failed('constructor', `${className} cannot be built: ${words(problem)}`, words(problem), trace(problem))
  }
  const [execute, invoke] = [methodOf(tool, 'execute'), methodOf(tool, 'invoke')]
  const asynchronous = methodOf(tool, 'asyncInvoke') ?? methodOf(tool, 'async_invoke')
  const method = execute ?? asynchronous ?? invoke
  if (method === undefined) return notATool(className)
  const definition = defineTool({
    ...metadataOf(made),
    name: className.slice(className.lastIndexOf('.') + 1),
    execute: (args, ctx) => method(args, execute === undefined ? ctx.slyData : ctx),
  })
  const isOfContract = execute === undefined
  return { definition, reserved: isOfContract, synchronous: isOfContract && asynchronous === undefined }
}

function metadataOf(made: object): object {
  const metadata: unknown = Reflect.get(made, 'metadata')
  const told: unknown = typeof metadata === 'function' ? Reflect.apply(metadata, made, []) : metadata
  return typeof told === 'object' && told !== null ? told : {}
}

function methodOf(tool: unknown, name: string): Method | undefined {
  if (typeof tool !== 'object' || tool === null) return undefined
  const method: unknown = Reflect.get(tool, name)
  return typeof method === 'function' ? (args, second) => Reflect.apply(method, tool, [args, second]) : undefined
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
