// Hints on what models are told at length: descriptions that they lose the thread of, schemas that they fill in wrongly.
import type { HoconValue } from '@slyglass/hocon'
import type { Diagnostic } from './model.ts'
import type { EntrySource } from './network-source.ts'
import { partOf, say } from './say.ts'

/** Characters of a function's description that providers take. */
const LONGEST = 1024
/** Levels of objects and lists inside of each other. */
const DEEPEST = 3

export function diagnoseSize({ value, entry }: EntrySource): readonly Diagnostic[] {
  if (entry.isFrontMan) return []
  const found: Diagnostic[] = []
  const description = partOf(value, 'function', 'description')
  if (description?.kind === 'string' && description.text.length > LONGEST) {
    const message = `${entry.name} is described in ${description.text.length.toLocaleString('en')} characters; models choose better by a short text, and some providers take ${LONGEST.toLocaleString('en')} at most`
    found.push(say('hint', 'long-description', message, description.origin.place, entry.name))
  }
  const parameters = partOf(value, 'function', 'parameters')
  const properties = parameters?.kind === 'object' ? partOf(parameters, 'properties') : undefined
  if (properties?.kind !== 'object') return found
  for (const [name, field] of properties.fields) {
    const depth = levelsOf(field.value) + 1
    if (depth <= DEEPEST) continue
    const message = `${name} of ${entry.name} is nested ${depth} levels deep; models fill in flat parameters more reliably`
    found.push(say('hint', 'deep-schema', message, field.keys.at(-1) ?? field.value.origin.place, entry.name))
  }
  return found
}

/** How many objects and lists with parts of their own a schema holds inside of each other, itself among them. */
function levelsOf(schema: HoconValue): number {
  if (schema.kind !== 'object') return 0
  const items = partOf(schema, 'items')
  const properties = partOf(schema, 'properties')
  const parts = [...(items === undefined ? [] : [items]), ...valuesOf(properties)]
  return parts.length === 0 ? 0 : 1 + Math.max(...parts.map(levelsOf))
}

function valuesOf(value: HoconValue | undefined): readonly HoconValue[] {
  return value?.kind === 'object' ? [...value.fields.values()].map((field) => field.value) : []
}
