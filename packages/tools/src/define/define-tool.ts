import { checkOptions } from './check-options.ts'
import { jsonSchemaOf, type SchemaObject } from './standard-schema.ts'
import type { ToolContext } from './tool-context.ts'
import type { ToolDefinition, ToolOptions } from './tool-definition.ts'

// A tool's module may carry its own copy of this code, so definitions are recognised by a shared symbol.
const DEFINITION = Symbol.for('slyglass.tool-definition')

const ANYTHING = { type: 'object', properties: {}, required: [] } as const

type OutputOf<S> = S extends { readonly '~standard': { readonly types?: infer T } }
  ? NonNullable<T> extends { readonly output: infer O }
    ? O
    : unknown
  : unknown

/** What `execute` receives: the schema object's own type, else any object. */
type ArgsOf<S> = [S] extends [SchemaObject]
  ? unknown extends OutputOf<S>
    ? Record<string, unknown>
    : OutputOf<S>
  : Record<string, unknown>

/** Makes a tool. Throws a TypeError that says what is wrong with the definition. */
export function defineTool<S extends ToolOptions['parameters'] = undefined>(
  options: Omit<ToolOptions<ArgsOf<S>>, 'parameters'> & { readonly parameters?: S },
): ToolDefinition {
  checkOptions(options as ToolOptions<never>)
  const { name, parameters, outputSchema, execute, ...rest } = options as ToolOptions
  return definition({
    name: name.replaceAll('.', '_'),
    runtimeName: options.runtimeName ?? name,
    description: options.description ?? '',
    parameters: parameters === undefined ? ANYTHING : jsonSchemaOf(parameters, `The parameters of "${name}"`),
    ...(outputSchema !== undefined && {
      outputSchema: jsonSchemaOf(outputSchema, `The output schema of "${name}"`),
    }),
    options: rest,
    execute: (args, ctx) => execute.call(options, args, ctx),
  })
}

/** Marks a definition as one. */
export function definition(tool: ToolDefinition): ToolDefinition {
  return Object.freeze({ ...tool, [DEFINITION]: true })
}

/** True for what `defineTool` and its kin made, whichever copy of this module made it. */
export function isToolDefinition(value: unknown): value is ToolDefinition {
  return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[DEFINITION] === true
}

/** A function of the other order, `(ctx, args)`, as `execute`. */
export function fromNous<Args = Record<string, unknown>>(
  call: (ctx: ToolContext, args: Args) => unknown,
): (args: Args, ctx: ToolContext) => unknown {
  return (args, ctx) => call(ctx, args)
}
