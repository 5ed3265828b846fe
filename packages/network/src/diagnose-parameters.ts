// What is wrong with the parameter schema of an entry that a model may call.
import type { HoconObject, HoconValue } from '@slyglass/hocon'
import type { Diagnostic } from './model.ts'
import type { EntrySource } from './read-network.ts'
import { partOf, say } from './say.ts'

const TYPES = new Set(['string', 'int', 'integer', 'float', 'number', 'bool', 'boolean', 'array', 'object'])

export function diagnoseParameters({ value, entry }: EntrySource): readonly Diagnostic[] {
  const parameters = partOf(value, 'function', 'parameters')
  if (parameters === undefined || entry.isFrontMan || entry.kind === 'toolbox-tool') return []
  const at = parameters.origin.place
  const properties = parameters.kind === 'object' ? partOf(parameters, 'properties') : undefined
  if (parameters.kind === 'object' && parameters.fields.size === 0) return []
  if (parameters.kind !== 'object' || properties?.kind !== 'object' || properties.fields.size === 0) {
    const message = 'parameters need type = object and properties that are not empty'
    return [say('error', 'bad-parameters', message, { ...at, to: Math.min(at.to, at.from + 1) }, entry.name)]
  }
  return diagnoseObject(parameters, properties, entry.name)
}

function diagnoseObject(schema: HoconObject, properties: HoconObject, entry: string): readonly Diagnostic[] {
  const found = [...diagnoseRequired(schema, properties, entry)]
  for (const [name, { value, keys }] of properties.fields) {
    const at = keys.at(-1) ?? value.origin.place
    if (name.startsWith('_'))
      found.push(say('error', 'bad-parameter-name', `a parameter may not begin with _: ${name}`, at, entry))
    found.push(...diagnoseType(name, value, entry))
  }
  return found
}

function diagnoseRequired(schema: HoconObject, properties: HoconObject, entry: string): readonly Diagnostic[] {
  const required = partOf(schema, 'required')
  if (required === undefined) return []
  const at = required.origin.place
  if (required.kind !== 'list') return [say('error', 'bad-required', 'required must be a list of names', at, entry)]
  return required.items.flatMap((item) => {
    if (item.kind === 'string' && properties.fields.has(item.text)) return []
    const name = item.kind === 'string' ? item.text : 'this'
    return [say('error', 'bad-required', `required names ${name}, which is no property`, item.origin.place, entry)]
  })
}

function diagnoseType(name: string, schema: HoconValue, entry: string): readonly Diagnostic[] {
  const at = schema.origin.place
  if (schema.kind !== 'object')
    return [say('error', 'bad-parameter', `the schema of ${name} must be an object`, at, entry)]
  const type = partOf(schema, 'type')
  if (type?.kind !== 'string' || !TYPES.has(type.text)) {
    const what = type === undefined ? 'has no type' : 'has an unknown type'
    const message = `${name} ${what}; known: ${[...TYPES].join(', ')}`
    return [say('error', 'bad-type', message, type?.origin.place ?? { ...at, to: at.from + 1 }, entry)]
  }
  if (type.text === 'array') {
    const items = partOf(schema, 'items')
    if (items === undefined)
      return [say('error', 'array-without-items', `${name} is an array and needs items`, at, entry)]
    return diagnoseType(`items of ${name}`, items, entry)
  }
  const inner = type.text === 'object' ? partOf(schema, 'properties') : undefined
  return inner?.kind === 'object' ? diagnoseObject(schema, inner, entry) : []
}
