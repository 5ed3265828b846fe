// What the list of tools must be after an edit; anything else means that the edit did too much or too little.
import { isJsonList, isJsonObject, type Json, type JsonObject, jsonAt, jsonEquals } from '@slyglass/base'
import { jsonOf } from '@slyglass/hocon'
import type { DocumentEdit, NetworkEdit } from '../model.ts'
import type { NetworkSource } from '../network-source.ts'
import { names } from './connect.ts'
import { isRenamed, isSameElsewhere, isWorse, mapReferences } from './expected-rename.ts'
import { type EntryEdit, isIntendedShared, isSharedEdit } from './expected-shared.ts'
import { setAt, toolsOf } from './network-json.ts'

/** True when the network after an edit is the network before it with exactly that change. */
export function isIntended(
  before: NetworkSource,
  after: NetworkSource,
  edit: NetworkEdit,
  edits: readonly DocumentEdit[],
): boolean {
  if (edit.kind === 'rename-entry') return isRenamed(before, after, edit, edits)
  if (isWorse(before, after)) return false
  if (isSharedEdit(edit)) return isIntendedShared(before, after, edit)
  if (!isSameElsewhere(before, after, edits)) return false
  if (edit.kind === 'set-field') return setAsAsked(before, after, edit)
  const isOrder = edit.kind === 'duplicate-entry' || edit.kind === 'move-entry'
  // What the first entry gets by default would blur who moved.
  const jsonOfTools = ({ network, evaluation }: NetworkSource) =>
    toolsOf(isOrder ? jsonOf(evaluation.value) : network.json)
  const [was, is] = [jsonOfTools(before), jsonOfTools(after)]
  if (edit.kind === 'add-agent' || edit.kind === 'add-coded-tool' || edit.kind === 'add-toolbox-tool') {
    const added = is.at(-1)
    const wanted = edit.caller === undefined ? was : connect(was, edit.caller, edit.name)
    const isNamed = isJsonObject(added) && added.get('name') === edit.name
    return jsonEquals(wanted, is.slice(0, -1)) && isNamed && holdsFields(added, edit)
  }
  return jsonEquals(wantedTools(was, edit), is)
}

function holdsFields(added: JsonObject, edit: NetworkEdit): boolean {
  if (edit.kind === 'add-toolbox-tool') return added.get('toolbox') === edit.toolbox
  if (edit.kind !== 'add-coded-tool') return true
  const fields = [...(edit.fields ?? [])].filter(([key]) => key !== 'name' && key !== 'class')
  return (
    added.get('class') === edit.className && fields.every(([key, value]) => jsonEquals(added.get(key) ?? null, value))
  )
}

function wantedTools(
  was: readonly Json[],
  edit: Exclude<
    EntryEdit,
    { kind: 'rename-entry' | 'set-field' | 'add-agent' | 'add-coded-tool' | 'add-toolbox-tool' }
  >,
): readonly Json[] {
  switch (edit.kind) {
    case 'connect':
      return connect(was, edit.caller, edit.callee)
    case 'disconnect':
      return was.map((entry) => (nameOf(entry) === edit.caller ? mapReferences(entry, without(edit.callee)) : entry))
    case 'remove-entry':
      return was
        .filter((entry) => nameOf(entry) !== edit.entry)
        .map((entry) => mapReferences(entry, without(edit.entry)))
    case 'duplicate-entry':
      return was.flatMap((entry) =>
        nameOf(entry) === edit.entry && isJsonObject(entry) ? [entry, new Map(entry).set('name', edit.to)] : [entry],
      )
    case 'move-entry':
      return moved(was, edit.entry, edit.before)
  }
}

function moved(was: readonly Json[], name: string, before: string | undefined): readonly Json[] {
  const [entry, others] = [was.find((one) => nameOf(one) === name), was.filter((one) => nameOf(one) !== name)]
  const at = others.findIndex((one) => nameOf(one) === before)
  const index = before === undefined || at === -1 ? others.length : at
  return entry === undefined ? was : [...others.slice(0, index), entry, ...others.slice(index)]
}

const without =
  (name: string) =>
  (item: Json): readonly Json[] =>
    names(item, name) ? [] : [item]
const nameOf = (entry: Json): Json | undefined => jsonAt(entry, 'name')

function connect(tools: readonly Json[], caller: string, callee: string): readonly Json[] {
  return tools.map((entry) => {
    if (!isJsonObject(entry) || entry.get('name') !== caller) return entry
    const list = entry.get('tools')
    return new Map(entry).set('tools', [...(isJsonList(list) ? list : []), callee])
  })
}

// Before the filter chain, so that defaults and replaced texts do not blur what was set.
function setAsAsked(before: NetworkSource, after: NetworkSource, edit: NetworkEdit & { kind: 'set-field' }): boolean {
  const index = before.entries.find(({ entry }) => entry.name === edit.entry)?.entry.index
  const [was, is] = [toolsOf(jsonOf(before.evaluation.value)), toolsOf(jsonOf(after.evaluation.value))]
  if (index === undefined || was.length !== is.length) return false
  return was.every((entry, at) => {
    const now = is[at] ?? null
    if (at !== index) return jsonEquals(entry, now)
    return jsonEquals(setAt(entry, edit.path, edit.value), edit.value === null ? setAt(now, edit.path, null) : now)
  })
}
