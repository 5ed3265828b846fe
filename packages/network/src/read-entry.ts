// One item of `tools` as an entry.
import { isJsonObject, type Json, type JsonObject } from '@slyglass/base'
import { type HoconObject, jsonOf } from '@slyglass/hocon'
import type { Entry, EntryKind, Reference } from './model.ts'
import { type FoundReference, placeOfText } from './references.ts'

/** An entry from its value after the filter chain. */
export function readEntry(value: HoconObject, index: number, found: readonly FoundReference[]): Entry {
  const json = jsonOf(value) as JsonObject
  const name = value.fields.get('name')?.value
  const declared = json.get('function')
  const part = (key: string) => textOf(isJsonObject(declared) ? declared.get(key) : undefined)
  const nameAt = name?.kind === 'string' ? placeOfText(name) : undefined
  const className = value.fields.get('class')?.value
  const classAt = className?.kind === 'string' ? (placeOfText(className) ?? className.origin.place) : undefined
  return {
    index,
    name: name?.kind === 'string' ? name.text : '',
    kind: kindOf(json, index),
    isFrontMan: index === 0,
    json,
    tools: found.filter((reference) => reference.from === 'tools').map(toReference),
    at: value.origin.place,
    ...present('nameAt', nameAt),
    ...present('classAt', classAt),
    ...present('description', part('description')),
    ...present('parameters', objectOf(isJsonObject(declared) ? declared.get('parameters') : undefined)),
    ...present('instructions', textOf(json.get('instructions'))),
    ...present('command', textOf(json.get('command'))),
    ...present('className', textOf(json.get('class'))),
    ...present('toolbox', textOf(json.get('toolbox'))),
    ...present('args', objectOf(json.get('args'))),
    ...present('allow', objectOf(json.get('allow'))),
    ...present('llmConfig', objectOf(json.get('llm_config'))),
  }
}

function toReference({ name, kind, value }: FoundReference): Reference {
  const at = value.kind === 'string' ? placeOfText(value) : undefined
  const replaced = value.origin.via.some((step) => step.kind === 'note')
  return { name, kind, ...(at === undefined || replaced ? {} : { at }) }
}

function kindOf(json: JsonObject, index: number): EntryKind {
  if (filled(json.get('toolbox'))) return 'toolbox-tool'
  if (filled(json.get('class'))) return 'coded-tool'
  const isAgent = isJsonObject(json.get('function')) || index === 0
  return isAgent && textOf(json.get('name')) !== undefined ? 'agent' : 'incomplete'
}

const filled = (value: Json | undefined): boolean => value !== undefined && value !== null && value !== ''
const textOf = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined)
const objectOf = (value: Json | undefined): JsonObject | undefined => (isJsonObject(value) ? value : undefined)

function present<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]: V })
}
