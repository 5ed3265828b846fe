// What is wrong with the files around networks beside their keys: values of another shape, and what nothing works without.
import type { HoconObject, HoconValue } from '@slyglass/hocon'
import { keySpec, type SchemaTable, type ValueKind } from '@slyglass/hocon/language'
import type { Diagnostic, SourceRange } from './model.ts'
import { say } from './say.ts'
import type { FileKind } from './schema/file-kinds.ts'

/** Texts that stand where a list or an object is read, and the other way round. */
export function diagnoseKinds(table: SchemaTable, root: HoconValue): readonly Diagnostic[] {
  if (root.kind !== 'object')
    return [say('error', 'wrong-kind', 'this file must be an object: keys with their values', root.origin.place)]
  const found: Diagnostic[] = []
  visit(table, root, 'file', found)
  return found
}

function visit(table: SchemaTable, value: HoconValue, shape: string | undefined, found: Diagnostic[]): void {
  if (value.kind === 'list') for (const item of value.items) visit(table, item, shape, found)
  if (value.kind !== 'object' || shape === undefined) return
  for (const [key, field] of value.fields) {
    const spec = keySpec(table, shape, key)
    if (spec === undefined) continue
    if (!fits(field.value, spec.kinds)) {
      const message = `${key} must be ${wordsFor(spec.kinds)}, and this is ${wordOf(field.value)}`
      found.push(say('warning', 'wrong-kind', message, field.value.origin.place))
    } else visit(table, field.value, spec.shape, found)
  }
}

// Numbers and flags may be written as text, so plain values pass for each other.
function fits(value: HoconValue, kinds: readonly ValueKind[]): boolean {
  if (kinds.includes('any') || value.kind === 'null') return true
  if (value.kind === 'object' || value.kind === 'list') return kinds.includes(value.kind)
  return kinds.some((kind) => kind !== 'object' && kind !== 'list')
}

const WORDS: Readonly<Record<ValueKind, string>> = {
  text: 'a text',
  number: 'a number',
  flag: 'true or false',
  list: 'a list',
  object: 'an object',
  null: 'null',
  any: 'anything',
}

const wordsFor = (kinds: readonly ValueKind[]): string => kinds.map((kind) => WORDS[kind]).join(' or ')

const wordOf = ({ kind }: HoconValue): string => (kind === 'object' || kind === 'list' ? WORDS[kind] : 'a single value')

/** What a file of its kind is useless without. */
export function diagnoseMissing(kind: FileKind, root: HoconValue): readonly Diagnostic[] {
  if (kind !== 'toolbox' || root.kind !== 'object') return []
  return [...root.fields].flatMap(([name, { value, keys }]): readonly Diagnostic[] => {
    if (value.kind !== 'object') return []
    const at: SourceRange = keys.at(-1) ?? value.origin.place
    const named = value.fields.get('class')?.value
    if (named?.kind !== 'string' || named.text === '') {
      const message = `the tool ${name} has no class, so no network can call it; write class = "module.ClassName"`
      return [say('error', 'missing-class', message, at)]
    }
    return hasEmptyParameters(value) ? [say('error', 'bad-parameters', emptyWords(name), at)] : []
  })
}

/** A network that uses a tool with such parameters does not run; without the key the tool takes none. */
function hasEmptyParameters(tool: HoconObject): boolean {
  const parameters = tool.fields.get('parameters')?.value
  if (parameters?.kind !== 'object' || parameters.fields.size === 0) return false
  const properties = parameters.fields.get('properties')?.value
  return properties?.kind !== 'object' || properties.fields.size === 0
}

const emptyWords = (name: string): string =>
  `parameters of the tool ${name} need properties that are not empty; leave parameters out of a tool that takes none`
