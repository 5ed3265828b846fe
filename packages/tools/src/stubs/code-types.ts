// What schemas say of values, as types that any language can spell. Objects with properties are declared once, under a name.
import { isJsonList, isJsonObject, type Json, type JsonObject, jsonAt, printJson } from '@slyglass/base'
import { isPythonName } from '../function-schema.ts'

/** A type without the spelling of a language. */
export type CodeType =
  | { readonly kind: 'any' | 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'bytes' }
  | { readonly kind: 'declared'; readonly name: string }
  | { readonly kind: 'list' | 'map'; readonly of: CodeType }
  | { readonly kind: 'literal'; readonly values: readonly Json[] }
  | { readonly kind: 'union'; readonly of: readonly CodeType[] }

/** One property of a declared object, or one parameter. */
export interface CodeField {
  readonly name: string
  readonly type: CodeType
  readonly required: boolean
  readonly description?: string
  readonly default?: Json
}

/** An object with a name of its own. */
export interface Declaration {
  readonly name: string
  readonly fields: readonly CodeField[]
}

/** A tool with its types. Without fields it takes any keywords. */
export interface TypedTool {
  readonly identifier: string
  readonly description: string
  readonly fields: readonly CodeField[] | undefined
  readonly result: CodeType
}

/** Everything that a stub says. */
export interface Stub {
  readonly declarations: readonly Declaration[]
  readonly tools: readonly TypedTool[]
}

const ANY: CodeType = { kind: 'any' }
const SIMPLE: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean', 'null'])

interface Place {
  /** What references are looked up in. */
  readonly root: JsonObject
  /** A name for an object that has none. */
  readonly hint: string
}

/** Reads schemas one after the other; objects that are the same have one declaration. */
export class CodeTypes {
  /** Schema text by name. */
  readonly #names = new Map<string, string>()
  readonly #declared: Declaration[] = []
  readonly #following = new Set<string>()

  /** In the order in which they are needed: what an object holds stands before it. */
  get declarations(): readonly Declaration[] {
    return this.#declared
  }

  /** The type of any value of a schema. */
  read(schema: Json | undefined, hint: string): CodeType {
    return isJsonObject(schema) ? this.#read(schema, { root: schema, hint }) : ANY
  }

  /** Properties of an object's schema; undefined where one cannot be written as a name. */
  fields(schema: JsonObject, hint: string): readonly CodeField[] | undefined {
    return this.#fields(schema, { root: schema, hint })
  }

  #fields(schema: JsonObject, { root, hint }: Place): readonly CodeField[] | undefined {
    const properties = schema.get('properties')
    const listed = schema.get('required')
    const required = new Set(isJsonList(listed) ? listed.filter((name) => typeof name === 'string') : [])
    const entries = isJsonObject(properties) ? [...properties] : []
    if (entries.some(([name]) => !isPythonName(name))) return undefined
    return entries.map(([name, part]) => {
      const description = jsonAt(part, 'description')
      const fallback = jsonAt(part, 'default')
      return {
        name,
        type: isJsonObject(part) ? this.#read(part, { root, hint: `${hint}${pascal(name)}` }) : ANY,
        required: required.has(name),
        ...(typeof description === 'string' && description.trim() !== '' && { description: description.trim() }),
        ...(fallback !== undefined && { default: fallback }),
      }
    })
  }

  #read(schema: JsonObject, place: Place): CodeType {
    const reference = schema.get('$ref')
    if (typeof reference === 'string') return this.#follow(reference, place)
    const constant = schema.get('const')
    if (constant !== undefined) return literal([constant])
    const values = schema.get('enum')
    if (isJsonList(values)) return literal(values)
    const alternatives = schema.get('anyOf') ?? schema.get('oneOf')
    if (isJsonList(alternatives))
      return union(alternatives.map((one) => (isJsonObject(one) ? this.#read(one, place) : ANY)))
    const all = schema.get('allOf')
    if (isJsonList(all) && all.length === 1 && isJsonObject(all[0])) return this.#read(all[0], place)
    const type = schema.get('type')
    if (isJsonList(type)) return union(type.map((one) => this.#ofType(one, schema, place)))
    return this.#ofType(type ?? (schema.has('properties') ? 'object' : undefined), schema, place)
  }

  #ofType(type: Json | undefined, schema: JsonObject, place: Place): CodeType {
    if (type === 'string' && schema.get('format') === 'binary') return { kind: 'bytes' }
    if (type === 'array') {
      const items = schema.get('items')
      const of = isJsonObject(items) ? this.#read(items, { ...place, hint: `${place.hint}Item` }) : ANY
      return { kind: 'list', of }
    }
    if (type === 'object') return this.#object(schema, place)
    return typeof type === 'string' && SIMPLE.has(type) ? { kind: type as 'string' } : ANY
  }

  #object(schema: JsonObject, place: Place): CodeType {
    const properties = schema.get('properties')
    if (isJsonObject(properties) && properties.size > 0) return this.#declare(schema, place)
    const more = schema.get('additionalProperties')
    return { kind: 'map', of: isJsonObject(more) ? this.#read(more, place) : ANY }
  }

  /** The name is taken before the fields are read, so that an object may hold its own kind. */
  #declare(schema: JsonObject, place: Place): CodeType {
    const title = schema.get('title')
    const wanted = pascal(typeof title === 'string' ? title : '') || place.hint || 'Value'
    const text = printJson(schema)
    let name = wanted
    for (let n = 2; this.#names.has(name) && this.#names.get(name) !== text; n += 1) name = `${wanted}${n}`
    if (this.#names.has(name)) return { kind: 'declared', name }
    this.#names.set(name, text)
    const fields = this.#fields(schema, { ...place, hint: name })
    if (fields === undefined) {
      this.#names.delete(name)
      return { kind: 'map', of: ANY }
    }
    this.#declared.push({ name, fields })
    return { kind: 'declared', name }
  }

  /** A reference that leads to itself through anything but an object is any value. */
  #follow(reference: string, place: Place): CodeType {
    const target = resolve(place.root, reference)
    if (target === undefined || this.#following.has(reference)) return this.#known(target) ?? ANY
    this.#following.add(reference)
    try {
      return this.#read(target, { ...place, hint: pascal(reference.split('/').at(-1) ?? '') || place.hint })
    } finally {
      this.#following.delete(reference)
    }
  }

  #known(target: JsonObject | undefined): CodeType | undefined {
    const text = target === undefined ? undefined : printJson(target)
    const name = [...this.#names].find(([, declared]) => declared === text)?.[0]
    return name === undefined ? undefined : { kind: 'declared', name }
  }
}

function resolve(root: JsonObject, reference: string): JsonObject | undefined {
  if (!reference.startsWith('#/')) return undefined
  const path = reference.slice(2).split('/')
  const found = jsonAt(root, ...path.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')))
  return isJsonObject(found) ? found : undefined
}

function literal(values: readonly Json[]): CodeType {
  const isPlain = values.every((value) => !isJsonObject(value) && !isJsonList(value))
  return isPlain && values.length > 0 ? { kind: 'literal', values } : ANY
}

/** With any value among the alternatives it is any value; the same one twice counts once. */
function union(types: readonly CodeType[]): CodeType {
  const flat = types.flatMap((type) => (type.kind === 'union' ? type.of : [type]))
  if (flat.length === 0 || flat.some(({ kind }) => kind === 'any')) return ANY
  const seen = new Map(flat.map((type) => [JSON.stringify(type), type]))
  const of = [...seen.values()]
  return of.length === 1 ? (of[0] ?? ANY) : { kind: 'union', of }
}

/** `lookup order` → `LookupOrder`; nothing where no letter is left. */
export function pascal(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return /^\p{N}/u.test(joined) ? `_${joined}` : joined
}
