// One name more or less in an agent's `tools`.
import { err, isJsonList, type Json, ok } from '@slyglass/base'
import { isToken, jsonOf, type Located, type Node, partsOf } from '@slyglass/hocon'
import type { DocumentEdit } from '../model.ts'
import type { EntrySource } from '../network-source.ts'
import { isMcp, isNetwork } from '../references.ts'
import { insertField } from './insert-field.ts'
import { insertItem, removeItem } from './items.ts'
import { styleOf } from './style.ts'
import type { EditFailure, Plan, Plans, Workbench } from './workbench.ts'
import { quote, writeValue } from './write-value.ts'

const unknown = (name: string): EditFailure => ({ code: 'unknown-entry', message: `there is no entry named ${name}` })

export function planConnect(bench: Workbench, caller: string, callee: string, isNew = false): Plans {
  const from = bench.entry(caller)
  if (from === undefined) return err(unknown(caller))
  if (!isNew && bench.entry(callee) === undefined && !isMcp(callee) && !isNetwork(callee)) return err(unknown(callee))
  if (from.entry.kind === 'coded-tool' || from.entry.kind === 'toolbox-tool')
    return err({ code: 'not-an-agent', message: `${caller} runs code; only an agent can call others` })
  if (from.references.some((reference) => reference.from === 'tools' && reference.name === callee))
    return err({ code: 'already-connected', message: `${caller} can already call ${callee}` })
  const field = from.value.fields.get('tools')
  if (field === undefined) {
    const added = insertField(bench, from.value.origin.place, 'tools', [callee])
    return added === undefined ? err(cannotWrite(caller)) : ok([added])
  }
  const { value } = field
  if (value.kind === 'null') return ok([[{ ...value.origin.place, text: `[${quote(callee)}]` }]])
  if (value.kind !== 'list') return err({ code: 'bad-tools', message: `tools of ${caller} is no list` })
  return ok(waysToAppend(bench, from, callee))
}

const cannotWrite = (name: string): EditFailure => ({
  code: 'cannot-edit',
  message: `${name} is not written as an object in this project, so nothing can be added to it`,
})

// In the list where it is written; else behind the expression that makes it.
function waysToAppend(bench: Workbench, { value }: EntrySource, callee: string): readonly Plan[] {
  const list = value.fields.get('tools')?.value
  if (list === undefined) return []
  const plans: Plan[] = []
  const written = quote(callee)
  const use = list.origin.via.find((step) => step.kind === 'substitution')?.at
  const place = use ?? list.origin.place
  const expression = bench.innermost(place, 'value')
  const arrays = expression === undefined ? [] : partsOf(expression.element, expression.from)
  const last = arrays.findLast((part) => !isToken(part.element))
  if (use === undefined && last !== undefined && isArray(last)) {
    plans.push(insertItem({ doc: place.doc, text: bench.text(place.doc), node: last }, () => written))
  }
  const direct = bench.around(place).at(-1)
  if (use === undefined && direct !== undefined && isArray(direct))
    plans.push(insertItem({ doc: place.doc, text: bench.text(place.doc), node: direct }, () => written))
  if (expression !== undefined) {
    const end = { doc: place.doc, from: expression.to, to: expression.to }
    plans.push([{ ...end, text: ` [${written}]` }])
  }
  return plans
}

const isArray = (part: Located): part is Located<Node> => !isToken(part.element) && part.element.node === 'array'

export function planDisconnect(bench: Workbench, caller: string, callee: string): Plans {
  const from = bench.entry(caller)
  if (from === undefined) return err(unknown(caller))
  const found = from.references.filter((reference) => reference.name === callee)
  if (found.length === 0) return err({ code: 'not-connected', message: `${caller} does not call ${callee}` })
  return ok(waysToDisconnect(bench, from, callee))
}

/** Takes the name out of the lists where it is written; else writes the caller's list anew without it. */
export function waysToDisconnect(bench: Workbench, from: EntrySource, callee: string): readonly Plan[] {
  const found = from.references.filter((reference) => reference.name === callee)
  const removed = found.map(({ value }) =>
    removeReference(bench, value.origin.via.find((step) => step.kind !== 'include')?.at ?? value.origin.place),
  )
  const plans: Plan[] = []
  if (removed.every((edits) => edits !== undefined)) plans.push(mergeRemovals(removed.flat()))
  const own = from.value.fields.get('tools')?.value
  if (own?.kind === 'list') plans.push(rewrite(bench, from, callee))
  return plans
}

function rewrite(bench: Workbench, { value }: EntrySource, callee: string): Plan {
  const list = value.fields.get('tools')?.value
  if (list === undefined) return []
  const json = jsonOf(list)
  const kept = isJsonList(json) ? json.filter((item: Json) => !names(item, callee)) : []
  const place = list.origin.via.find((step) => step.kind === 'substitution')?.at ?? list.origin.place
  const expression = bench.innermost(place, 'value')
  const range = expression === undefined ? place : { doc: place.doc, from: expression.from, to: expression.to }
  const object = bench.innermost(place, 'object')
  const text = bench.text(place.doc)
  const style = object === undefined ? undefined : styleOf(text, object)
  return style === undefined ? [] : [{ ...range, text: writeValue(kept, { ...style, multiline: false }, '') }]
}

/** True when an item of `tools` names `callee`. */
export function names(item: Json, callee: string): boolean {
  return item === callee || (item instanceof Map && item.get('url') === callee)
}

/** The edits that take the item around a place out of its list, or its field out of its object. */
function removeReference(bench: Workbench, place: { doc: string; from: number; to: number }): Plan | undefined {
  const around = bench.around(place)
  const at = around.findLastIndex((node) => node.element.node === 'array')
  const object = around.findLastIndex((node) => node.element.node === 'object')
  const text = bench.text(place.doc)
  if (at > object && around[at] !== undefined && around[at + 1] !== undefined)
    return removeItem({ doc: place.doc, text, node: around[at] }, around[at + 1] as Located<Node>)
  // `{ url = … }` in a list, or a labelled name in `args.tools`.
  const field = around[object + 1]
  const holder = around[object]
  if (field === undefined || holder === undefined) return undefined
  const isUrl = /^"?url/.test(text.slice(field.from, field.to)) && around[object - 2]?.element.node === 'array'
  if (isUrl)
    return removeItem(
      { doc: place.doc, text, node: around[object - 2] as Located<Node> },
      around[object - 1] as Located<Node>,
    )
  return removeItem({ doc: place.doc, text, node: holder }, field)
}

/** Edits that touch or overlap become one. */
export function mergeRemovals(edits: readonly DocumentEdit[]): Plan {
  const sorted = [...edits].sort((a, b) => a.doc.localeCompare(b.doc) || a.from - b.from || a.to - b.to)
  const merged: DocumentEdit[] = []
  for (const edit of sorted) {
    const last = merged.at(-1)
    if (last === undefined || last.doc !== edit.doc || edit.from >= last.to || edit.text !== '' || last.text !== '') {
      if (last === undefined || JSON.stringify(last) !== JSON.stringify(edit)) merged.push(edit)
    } else merged[merged.length - 1] = { ...last, to: Math.max(last.to, edit.to) }
  }
  return merged
}
