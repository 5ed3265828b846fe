// Parameters as JSON Schema, or as a schema object of a library that can tell its own JSON Schema (zod 4.2 and newer, and
// others that follow the Standard JSON Schema interface).

/** A JSON Schema as JavaScript writes it. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** A schema object of a library. */
export interface SchemaObject {
  readonly '~standard': {
    readonly vendor: string
    readonly jsonSchema?: {
      readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>
    }
    readonly types?: { readonly input: unknown; readonly output: unknown } | undefined
  }
}

/** The schema that a model is told. Throws a TypeError that says what is wrong. */
export function jsonSchemaOf(given: JsonSchema | SchemaObject, what: string): JsonSchema {
  if (!isSchemaObject(given)) return given
  const { vendor, jsonSchema } = given['~standard']
  if (jsonSchema === undefined)
    throw new TypeError(
      `${what} is a ${vendor} schema that cannot tell its JSON Schema. Use zod 4.2 or newer, or write JSON Schema.`,
    )
  try {
    const { $schema: _draft, ...schema } = jsonSchema.input({ target: 'draft-2020-12' })
    return schema
  } catch (error) {
    throw new TypeError(`${what} has no JSON form: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** True for schema objects of a library. */
function isSchemaObject(given: object): given is SchemaObject {
  return '~standard' in given
}
