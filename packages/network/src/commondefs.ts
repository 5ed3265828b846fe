// `commondefs`: named values and `{name}` texts that stand for something in the list of tools.
import { type HoconField, type HoconObject, type HoconValue, through, valueAt } from '@slyglass/hocon'
import type { Growth } from './growth.ts'

/** The tools after value replacement, then string replacement. */
export function applyCommondefs(root: HoconValue, tools: HoconValue, growth: Growth): HoconValue {
  const values = definitions(root, 'replacement_values', replaceValues, growth)
  const withValues = values === undefined ? tools : replaceValues(tools, values, growth)
  const strings = definitions(root, 'replacement_strings', replaceStrings, growth)
  return strings === undefined ? withValues : replaceStrings(withValues, strings, growth)
}

type Replace = (value: HoconValue, definitions: HoconObject, growth: Growth) => HoconValue

// Definitions may use each other; one pass, so there are no cycles.
function definitions(root: HoconValue, kind: string, replace: Replace, growth: Growth): HoconObject | undefined {
  const found = valueAt(root, 'commondefs', kind)
  if (found?.kind !== 'object' || found.fields.size === 0) return undefined
  const replaced = replace(found, found, growth)
  return replaced.kind === 'object' ? replaced : found
}

function mapTexts(value: HoconValue, change: (value: HoconValue & { kind: 'string' }) => HoconValue): HoconValue {
  if (value.kind === 'string') return change(value)
  if (value.kind === 'list') {
    const items = value.items.map((item) => mapTexts(item, change))
    return items.every((item, index) => item === value.items[index]) ? value : { ...value, items }
  }
  if (value.kind !== 'object') return value
  let changed = false
  const fields = new Map<string, HoconField>()
  for (const [key, field] of value.fields) {
    const next = mapTexts(field.value, change)
    changed ||= next !== field.value
    fields.set(key, next === field.value ? field : { ...field, value: next })
  }
  return changed ? { ...value, fields } : value
}

function replaceValues(value: HoconValue, names: HoconObject, growth: Growth): HoconValue {
  return mapTexts(value, (text) => {
    const named = names.fields.get(text.text)?.value
    if (named === undefined || named.kind === 'null' || !growth.spend(growth.sizeOf(named), text)) return text
    return through(named, { kind: 'note', at: text.origin.place, name: text.text })
  })
}

function replaceStrings(value: HoconValue, names: HoconObject, growth: Growth): HoconValue {
  return mapTexts(value, (original) => {
    let { text } = original
    if (!text.includes('{')) return original
    for (const [name, { value: named }] of names.fields) {
      if (named.kind !== 'string' || named.text === '') continue
      const pieces = text.split(`{${name}}`)
      if (pieces.length === 1) continue
      if (!growth.spend(text.length + (pieces.length - 1) * named.text.length, original)) break
      text = pieces.join(named.text)
    }
    if (text === original.text) return original
    const { place, via } = original.origin
    const piece = { from: 0, to: text.length, place, written: 'plain' as const, exact: false, via }
    return { ...original, text, pieces: [piece] }
  })
}
