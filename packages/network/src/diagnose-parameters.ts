// What is wrong with the parameter schema of an entry that a model may call.
import type { HoconObject, HoconValue } from '@slyglass/hocon'
import type { Diagnostic } from './model.ts'
import type { EntrySource } from './network-source.ts'
import { partOf, say } from './say.ts'
import { properType, sentType, TYPE_WORDS } from './type-words.ts'

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
  const sent = type?.kind === 'string' ? sentType(type.text) : undefined
  if (type?.kind !== 'string' || sent === undefined) {
    const what = type === undefined ? 'has no type' : 'has an unknown type'
    const message = `${name} ${what}; known: ${TYPE_WORDS.join(', ')}`
    return [say('error', 'bad-type', message, type?.origin.place ?? { ...at, to: at.from + 1 }, entry)]
  }
  return [...diagnoseWord(name, type, schema, entry), ...diagnoseInner(name, type.text, schema, entry)]
}

function diagnoseInner(name: string, word: string, schema: HoconObject, entry: string): readonly Diagnostic[] {
  const items = partOf(schema, 'items')
  if (sentType(word) === 'array' && items !== undefined) return diagnoseType(`items of ${name}`, items, entry)
  if (word === 'array')
    return [say('error', 'array-without-items', `${name} is an array and needs items`, schema.origin.place, entry)]
  const inner = sentType(word) === 'object' ? partOf(schema, 'properties') : undefined
  return inner?.kind === 'object' ? diagnoseObject(schema, inner, entry) : []
}

/** A word that is understood here and refused by neuro-san. */
function diagnoseWord(name: string, type: HoconValue, schema: HoconObject, entry: string): readonly Diagnostic[] {
  const word = type.kind === 'string' ? type.text : ''
  const proper = properType(word)
  if (proper === undefined) return []
  const at = type.origin.place
  const needsItems = proper === 'array' && partOf(schema, 'items') === undefined
  const message = `${name} is sent as ${proper}, but neuro-san does not load a network with the type ${word}; write ${proper}${needsItems ? ' with items' : ''}`
  const text = needsItems ? `"${proper}", "items": { "type": "string" }` : `"${proper}"`
  const fixes = [{ title: `Write ${proper}`, edits: [{ ...at, text }] }]
  return [{ ...say('warning', 'borrowed-type', message, at, entry), fixes }]
}
