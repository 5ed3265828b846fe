// What is wrong with a network as a whole: its list of tools, its front man, who reaches whom.
import type { Evaluation } from '@slyglass/hocon'
import { diagnoseEntry } from './diagnose-entry.ts'
import { diagnoseKeys } from './diagnose-keys.ts'
import { diagnoseReferences } from './diagnose-references.ts'
import type { Filtered } from './filter-chain.ts'
import type { Diagnostic } from './model.ts'
import type { EntrySource, NetworkInput } from './network-source.ts'
import { nameRange, say } from './say.ts'
import { NETWORK_SCHEMA } from './schema/network-shapes.ts'
import { diagnoseCalls } from './studio/diagnose-calls.ts'
import { diagnoseStudio } from './studio/diagnose-studio.ts'

export function diagnoseNetwork(
  input: NetworkInput,
  filtered: Filtered,
  entries: readonly EntrySource[],
  evaluation: Evaluation,
): readonly Diagnostic[] {
  const list = diagnoseList(input, filtered, evaluation)
  if (entries.length === 0) return list
  return [
    ...list,
    ...filtered.failures.map(({ message, value }) => say('error', 'not-a-number', message, value.origin.place)),
    ...diagnoseNames(entries),
    ...entries.flatMap((source) => diagnoseEntry(source, input.described)),
    ...diagnoseFrontMan(entries),
    ...diagnoseReferences(input, filtered.root, entries),
    ...diagnoseDescriptions(entries),
    ...diagnoseKeys(NETWORK_SCHEMA, evaluation.value),
    ...diagnoseStudio(NETWORK_SCHEMA, filtered.root, entries),
    ...diagnoseCalls(filtered.root, entries),
    // Whom nobody reaches often follows from a name that is mistyped elsewhere, so it stands behind everything else.
    ...diagnoseRoots(entries),
  ]
}

function diagnoseList(input: NetworkInput, { tools }: Filtered, { value }: Evaluation): readonly Diagnostic[] {
  const start = { doc: input.file, from: 0, to: Math.min(1, (input.texts[input.file] ?? '').length) }
  if (value.kind !== 'object')
    return [say('error', 'no-network', 'a network is an object with a list named tools', value.origin.place)]
  if (tools === undefined)
    return [say('error', 'no-tools', 'this file has no list named tools, so it is no network yet', start)]
  if (tools.kind !== 'list')
    return [say('error', 'no-tools', 'tools must be a list; its first item is the front man', tools.origin.place)]
  if (tools.items.length === 0)
    return [say('error', 'no-tools', 'tools is empty; its first item is the front man', tools.origin.place)]
  return tools.items.flatMap((item) =>
    item.kind === 'object' ? [] : [say('error', 'bad-entry', 'an item of tools must be an object', item.origin.place)],
  )
}

function diagnoseNames(entries: readonly EntrySource[]): readonly Diagnostic[] {
  const count = new Map<string, number>()
  for (const { entry } of entries) count.set(entry.name, (count.get(entry.name) ?? 0) + 1)
  return entries.flatMap((source): readonly Diagnostic[] => {
    const { name, at } = source.entry
    const range = nameRange(source)
    if (name === '') {
      const start = { ...at, to: Math.min(at.to, at.from + 1) }
      return [say('error', 'missing-name', 'this entry has no name', start)]
    }
    if ((count.get(name) ?? 0) > 1)
      return [say('error', 'duplicate-name', `there is another entry named ${name}`, range, name)]
    if (/^[a-zA-Z0-9_-]+$/.test(name)) return []
    const message = `the name "${name}" may hold letters without accents, digits, _ and - only`
    return [say('error', 'bad-name', message, range, name)]
  })
}

function diagnoseFrontMan(entries: readonly EntrySource[]): readonly Diagnostic[] {
  const first = entries[0]
  if (first === undefined) return []
  const found: Diagnostic[] = []
  for (const key of ['class', 'toolbox'] as const) {
    const value = first.value.fields.get(key)?.value
    if (value === undefined || value.kind === 'null') continue
    const message = `the first entry is the front man, which must be an LLM agent that delegates; it may not have ${key}`
    found.push(say('error', `front-man-${key}`, message, value.origin.place, first.entry.name))
  }
  return found
}

// neuro-san takes for the front man the one entry that calls others and is called by none.
function diagnoseRoots(entries: readonly EntrySource[]): readonly Diagnostic[] {
  const [first] = entries
  if (first === undefined || entries.length === 1) return []
  const called = new Set(entries.flatMap((source) => source.references.map((reference) => reference.name)))
  const roots = entries.filter(({ entry, references }) => references.length > 0 && !called.has(entry.name))
  const [root, second] = roots
  const found: Diagnostic[] = []
  if (root === undefined) {
    const calls = called.has(first.entry.name) ? 'it is called by another entry' : 'no entry calls another one'
    const message = `neuro-san finds no front man here, because ${calls}, and does not serve the network`
    found.push(say('error', 'no-front-man', message, nameRange(first), first.entry.name))
  } else if (second !== undefined) {
    const names = roots.map(({ entry }) => entry.name).join(', ')
    const message = `only one entry may call others and be called by none; here: ${names}`
    const other = roots.find((source) => source !== first) ?? second
    found.push(say('error', 'several-front-men', message, nameRange(other), other.entry.name))
  } else if (root !== first) {
    const message = `${root.entry.name} looks like the front man, but ${first.entry.name} comes first and answers`
    found.push(say('warning', 'front-man-not-first', message, nameRange(root), root.entry.name))
  }
  return [...found, ...diagnoseReach(entries, second === undefined ? (root ?? first) : first)]
}

function diagnoseReach(entries: readonly EntrySource[], start: EntrySource): readonly Diagnostic[] {
  const byName = new Map(entries.map((source) => [source.entry.name, source]))
  const reached = new Set<EntrySource>()
  const waiting = [start]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    waiting.push(...next.references.flatMap(({ name }) => byName.get(name) ?? []))
  }
  return entries
    .filter((source) => !reached.has(source) && source.entry.name !== '')
    .map((source) => {
      const message = `nobody reaches ${source.entry.name}: no entry that the front man can call names it in tools`
      return say('error', 'unreachable-entry', message, nameRange(source), source.entry.name)
    })
}

function diagnoseDescriptions(entries: readonly EntrySource[]): readonly Diagnostic[] {
  const seen = new Map<string, string>()
  return entries.flatMap(({ entry, value }): readonly Diagnostic[] => {
    const { description } = entry
    const declared = value.fields.get('function')?.value
    const place = declared?.kind === 'object' ? declared.fields.get('description')?.value.origin.place : undefined
    if (description === undefined || place === undefined || entry.isFrontMan) return []
    const words = description.trim().split(/\s+/).filter(Boolean)
    const same = seen.get(description.trim())
    seen.set(description.trim(), entry.name)
    const reason =
      words.length === 0
        ? 'an empty description says nothing'
        : same !== undefined
          ? `${same} has the same description`
          : words.length === 1
            ? 'one word says little'
            : undefined
    if (reason === undefined) return []
    const message = `${reason}: the model decides by the description alone, and a vague one gets a tool skipped or misused`
    return [say('hint', 'vague-description', message, place, entry.name)]
  })
}
