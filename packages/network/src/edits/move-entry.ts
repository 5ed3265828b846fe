// An entry at another place of the list, or once more under another name. Comments right above it come along.
import { err, ok } from '@slyglass/base'
import type { Located, Node } from '@slyglass/hocon'
import type { DocumentEdit } from '../model.ts'
import type { EntrySource } from '../network-source.ts'
import { type Container, commaAfter, insertItem, itemsOf, ownedFrom, removeItem, standsOnOwnLine } from './items.ts'
import { nameFailure } from './rename-entry.ts'
import { eolOf, indentAt } from './style.ts'
import type { EditFailure, Plan, Plans, Workbench } from './workbench.ts'
import { writeLike } from './write-value.ts'

const unknown = (name: string): EditFailure => ({ code: 'unknown-entry', message: `there is no entry named ${name}` })
const notWritten = (name: string): EditFailure => ({
  code: 'cannot-edit',
  message: `${name} is not written in a list of this project, so its text cannot be moved or copied`,
})

interface Written {
  readonly container: Container
  readonly item: Located<Node>
}

/** The item of a list literal that is the entry, and nothing else. */
function itemOf(bench: Workbench, { value }: EntrySource): Written | undefined {
  const { place, via } = value.origin
  const at = via.find((step) => step.kind !== 'include')?.at ?? place
  const around = bench.around(at)
  const list = around.findLastIndex((node, index) => node.element.node === 'array' && around[index + 1] !== undefined)
  const [node, item] = [around[list], around[list + 1]]
  if (node === undefined || item === undefined) return undefined
  return { container: { doc: at.doc, text: bench.text(at.doc), node }, item }
}

export function planMove(bench: Workbench, entry: string, before: string | undefined): Plans {
  const [moved, target] = [bench.entry(entry), before === undefined ? undefined : bench.entry(before)]
  if (moved === undefined) return err(unknown(entry))
  if (before !== undefined && target === undefined) return err(unknown(before))
  if (moved === target) return ok([[]])
  const from = itemOf(bench, moved)
  const to = target === undefined ? undefined : itemOf(bench, target)
  if (from === undefined || (target !== undefined && to === undefined)) return err(notWritten(entry))
  const items = itemsOf(from.container)
  const next = items[items.findIndex(({ from: start }) => start === from.item.from) + 1]
  if (next?.from === to?.item.from && (to === undefined || to.container.doc === from.container.doc)) return ok([[]])
  const { text } = from.container
  const own = standsOnOwnLine(from.container, from.item) ? ownedFrom(text, from.item.from) : from.item.from
  const comments = text.slice(own, from.item.from).trimEnd()
  const body = text.slice(from.item.from, from.item.to)
  const block = comments === '' ? body : `${comments}${eolOf(text)}${indentAt(text, from.item.from)}${body}`
  const removal = removeItem(from.container, from.item)
  return ok([joinEdits([...removal, ...(to === undefined ? atEnd(from, block) : beforeItem(to, block))])])
}

function atEnd({ container }: Written, block: string): Plan {
  return insertItem(container, () => block.trimStart())
}

function beforeItem({ container, item }: Written, block: string): Plan {
  const { doc, text } = container
  if (!standsOnOwnLine(container, item))
    return [{ doc, from: item.from, to: item.from, text: `${block.trimStart()}, ` }]
  const start = ownedFrom(text, item.from)
  const comma = commaAfter(container, item) === undefined && itemsOf(container).at(-1) !== item ? '' : ','
  const indent = indentAt(text, item.from)
  return [{ doc, from: start, to: start, text: `${indent}${block.trimStart()}${comma}${eolOf(text)}` }]
}

// An insertion at the edge of a removal is one edit with it.
function joinEdits(edits: Plan): Plan {
  const sorted = [...edits].sort((a, b) => a.from - b.from || a.to - b.to)
  const joined: DocumentEdit[] = []
  for (const edit of sorted) {
    const last = joined.at(-1)
    if (last !== undefined && last.doc === edit.doc && edit.from < last.to && edit.from === edit.to)
      joined[joined.length - 1] = { ...last, text: last.text + edit.text }
    else joined.push(edit)
  }
  return joined
}

export function planDuplicate(bench: Workbench, entry: string, to: string): Plans {
  const source = bench.entry(entry)
  if (source === undefined) return err(unknown(entry))
  const failure = nameFailure(bench, to)
  if (failure !== undefined) return err(failure)
  const written = itemOf(bench, source)
  const name = source.value.fields.get('name')?.value
  if (written === undefined || name?.kind !== 'string') return err(notWritten(entry))
  const { container, item } = written
  const { place } = name.origin
  if (place.doc !== container.doc || place.from < item.from || place.to > item.to) return err(notWritten(entry))
  const { text, doc } = container
  const copy =
    text.slice(item.from, place.from) + writeLike(to, text.slice(place.from, place.to)) + text.slice(place.to, item.to)
  return ok([copyAfter(container, item, copy), [{ doc, from: item.to, to: item.to, text: `, ${copy}` }]])
}

function copyAfter(container: Container, item: Located<Node>, copy: string): Plan {
  const { doc, text } = container
  const comma = commaAfter(container, item)
  const isLast = itemsOf(container).at(-1)?.from === item.from
  if (isLast) return insertItem(container, () => copy)
  if (!standsOnOwnLine(container, item)) {
    const end = comma?.to ?? item.to
    return [{ doc, from: end, to: end, text: comma === undefined ? `, ${copy}` : ` ${copy},` }]
  }
  const end = comma?.to ?? item.to
  const line = `${eolOf(text)}${indentAt(text, item.from)}${copy}${comma === undefined ? '' : ','}`
  const rest = /^[ \t]*(?:(?:#|\/\/)[^\n\r]*)?/.exec(text.slice(end))?.[0] ?? ''
  const at = rest.trim() === '' ? end : end + rest.length
  return [{ doc, from: at, to: at, text: line }]
}
