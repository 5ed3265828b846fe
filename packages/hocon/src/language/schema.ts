// What keys mean, as data: completion, hover and forms read the same table.
import type { ValuePath } from './value-index.ts'

/** Kinds of values that a key may have. The first of several is the one that completion begins to write. */
export type ValueKind = 'text' | 'number' | 'flag' | 'list' | 'object' | 'null' | 'any'

/** A value that a key may have. */
export interface ValueSpec {
  readonly kinds: readonly ValueKind[]
  /** One or two sentences for people. */
  readonly about: string
  /** The shape of the object, or of the objects in the list. */
  readonly shape?: string
  /** Values to offer; others are allowed unless `only` says otherwise. */
  readonly values?: readonly string[]
  /** No other values than these are allowed. */
  readonly only?: boolean
  /** What kind of name stands here, such as `host`; the caller knows the names (`CompletionOptions.names`). */
  readonly names?: string
  /** What counts when the key is absent, in words or as a value. */
  readonly fallback?: string
  /** Free marks for the caller; nothing here looks at them. */
  readonly on?: readonly string[]
}

/** What one key means. */
export interface KeySpec extends ValueSpec {
  readonly key: string
}

/** The keys of one kind of object. */
export interface Shape {
  readonly keys: readonly KeySpec[]
  /** What the value of any other key is. */
  readonly others?: ValueSpec
  /** What kind of name such a key is; the caller knows the names. */
  readonly keyNames?: string
  /** Any other key is a mistake, or at least has no effect. */
  readonly closed?: boolean
}

/** All shapes of one kind of file, by name. The root object has the shape `file`. */
export type SchemaTable = Readonly<Record<string, Shape>>

/** The keys of a shape; none when the table has no such shape. */
export const keysOfShape = (table: SchemaTable, name: string): readonly KeySpec[] => table[name]?.keys ?? []

/** What a key of a shape means: its own entry, else what the shape says of others. */
export function keySpec(table: SchemaTable, shape: string, key: string): ValueSpec | undefined {
  return keysOfShape(table, shape).find((spec) => spec.key === key) ?? table[shape]?.others
}

/** The name of the shape of the object at a path; undefined where the table says nothing. */
export function shapeAt(table: SchemaTable, path: ValuePath): string | undefined {
  return path.length === 0 ? 'file' : specAt(table, path)?.shape
}

/** What the table says about the value at a path. An item of a list is what the list says. */
export function specAt(table: SchemaTable, path: ValuePath): ValueSpec | undefined {
  let [shape, spec]: [string | undefined, ValueSpec | undefined] = ['file', undefined]
  for (const part of path) {
    if (typeof part === 'string') {
      spec = shape === undefined ? undefined : keySpec(table, shape, part)
      shape = spec?.shape
    }
  }
  return spec
}
