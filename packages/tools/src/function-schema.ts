// The JSON schema of a function as neuro-san 0.7.15 offers it to a model: only types, descriptions, `required`, nested
// properties and items; optional ones may be null; titles stay below an `anyOf`. Recorded in coded-tool-args, schema-corners.
import type { Json, JsonObject } from '@slyglass/base'
import type { Parameter, ParameterType } from './parameter.ts'

/** The schema of a function's parameters. Names that Python could not take as arguments are not offered. */
export function functionSchema(parameters: readonly Parameter[]): JsonObject {
  return objectSchema(parameters, { below: false })
}

interface Place {
  /** Below an `anyOf`, where generated titles are kept. */
  readonly below: boolean
}

type Entries = [string, Json][]

function objectSchema(parts: readonly Parameter[], place: Place, title?: string): JsonObject {
  const offered = parts.filter((part) => isPythonName(part.name))
  const required = offered.filter((part) => part.required).map((part) => part.name)
  const entries: Entries = [['properties', new Map(offered.map((part) => [part.name, propertySchema(part, place)]))]]
  if (required.length > 0) entries.push(['required', required])
  if (place.below && title !== undefined) entries.push(['title', title])
  return new Map<string, Json>([...entries, ['type', 'object']])
}

function propertySchema(part: Parameter, place: Place): Json {
  const description: Entries = part.description === undefined ? [] : [['description', part.description]]
  const title: Entries = place.below ? [['title', titleOf(part.name)]] : []
  if (!part.required) {
    const alternatives = [...typeSchemas(part.type, { below: true }, part.name), new Map([['type', 'null']])]
    return new Map<string, Json>([['anyOf', alternatives], ['default', null], ...description, ...title])
  }
  const [only, ...others] = typeSchemas(part.type, { below: place.below || part.type.kind === 'number' }, part.name)
  if (others.length > 0)
    return new Map<string, Json>([['anyOf', [...(only ? [only] : []), ...others]], ...description, ...title])
  if (part.type.kind === 'object') return new Map<string, Json>([...(only ?? []), ...description])
  return new Map<string, Json>([...description, ...(only ?? []), ...title])
}

/** One schema, or two for a number: an int stays an int, a float stays a float. */
function typeSchemas(type: ParameterType, place: Place, name: string): readonly JsonObject[] {
  switch (type.kind) {
    case 'number':
      return [leaf('integer'), leaf('number')]
    case 'float':
      return [leaf('number')]
    case 'any':
      return [new Map()]
    case 'anything':
      return [
        new Map<string, Json>([
          ['additionalProperties', true],
          ['type', 'object'],
        ]),
      ]
    case 'object':
      return [objectSchema(type.parts, place, name)]
    case 'list':
      return [
        new Map<string, Json>([
          ['items', itemSchema(type.of, place, `${name}_component`)],
          ['type', 'array'],
        ]),
      ]
    default:
      return [leaf(type.kind)]
  }
}

function itemSchema(type: ParameterType, place: Place, name: string): Json {
  const schemas = typeSchemas(type, place, name)
  return schemas.length === 1 ? (schemas[0] ?? null) : new Map([['anyOf', schemas]])
}

function leaf(type: string): JsonObject {
  return new Map([['type', type]])
}

/** `running_cost` → `Running Cost`: capitals at each start of a run of letters, small letters after it. */
function titleOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/(^|[^a-z])([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase())
    .replaceAll('_', ' ')
    .trim()
}

const KEYWORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if ' +
    'import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
)

/** True for names that Python accepts as an argument. */
export function isPythonName(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) && !KEYWORDS.has(name)
}
