// One value of an entry: changed where the entry writes it, added where it does not.
import { err, type Json, ok } from '@slyglass/base'
import { type HoconText, type HoconValue, type Place, valueAt } from '@slyglass/hocon'
import type { DocumentEdit } from '../model.ts'
import { insertField, objectLiteral } from './insert-field.ts'
import { removeItem } from './items.ts'
import { atDefinition } from './rename-entry.ts'
import { indentAt, styleOf } from './style.ts'
import type { Plan, Plans, Workbench } from './workbench.ts'
import { writeLike, writeValue } from './write-value.ts'

export function planSetField(bench: Workbench, entry: string, path: readonly string[], value: Json): Plans {
  const source = bench.entry(entry)
  if (source === undefined) return err({ code: 'unknown-entry', message: `there is no entry named ${entry}` })
  if (path.length === 0) return err({ code: 'bad-path', message: 'a field needs a name' })
  const tools = valueAt(bench.source.evaluation.value, 'tools')
  const raw = tools?.kind === 'list' ? tools.items[source.entry.index] : undefined
  if (raw === undefined)
    return err({ code: 'cannot-edit', message: `${entry} is not written in a list, so it cannot be changed` })
  return ok(waysToSet(bench, raw, path, value))
}

/** A value at the top level of the network. */
export function planSetNetworkField(bench: Workbench, path: readonly string[], value: Json): Plans {
  if (path.length === 0) return err({ code: 'bad-path', message: 'a field needs a name' })
  if (path[0] === 'tools') return err({ code: 'bad-path', message: 'entries have edits of their own' })
  return ok(waysToSet(bench, bench.source.evaluation.value, path, value))
}

function waysToSet(bench: Workbench, raw: HoconValue, path: readonly string[], value: Json): readonly Plan[] {
  const present = valueAt(raw, ...path)
  if (value === null) return present === undefined ? [[]] : waysToRemove(bench, raw, path)
  const changed = present === undefined ? [] : waysToChange(bench, raw.origin.place, present, value)
  const added = wayToAdd(bench, raw, path, value)
  return added === undefined ? changed : [...changed, added]
}

/** The edits that change a value where it is written, if that is inside `entry`. */
export function waysToChange(bench: Workbench, entry: Place, present: HoconValue, value: Json): readonly Plan[] {
  const within = (place: Place) => isWithin(place, entry)
  const plans: Plan[] = []
  if (present.kind === 'string' && typeof value === 'string') {
    const piece = changedPiece(bench, present, value)
    if (piece !== undefined && within(piece)) plans.push([piece])
    if (present.pieces.length === 1 && within(present.origin.place))
      plans.push([trimmed(bench, atDefinition(bench, present, value))])
  }
  const use = present.origin.via.find((step) => step.kind === 'substitution')?.at
  const place = use ?? present.origin.place
  if (!within(place)) return plans
  const expression = bench.innermost(place, 'value')
  const range =
    expression !== undefined && within(rangeOf(expression, place.doc)) ? rangeOf(expression, place.doc) : place
  plans.push([trimmed(bench, { ...range, text: writeAt(bench, range, value) })])
  return plans
}

const isWithin = (place: Place, outer: Place): boolean =>
  place.doc === outer.doc && place.from >= outer.from && place.to <= outer.to

const rangeOf = (node: { readonly from: number; readonly to: number }, doc: string): Place => ({
  doc,
  from: node.from,
  to: node.to,
})

function writeAt(bench: Workbench, range: Place, value: Json): string {
  if (typeof value === 'string') return writeLike(value, bench.slice(range))
  const text = bench.text(range.doc)
  const object = bench.innermost(range, 'object')
  const style = styleOf(text, object ?? { element: bench.tree(range.doc), from: 0, to: text.length })
  return writeValue(value, style, indentAt(text, range.from))
}

/** When only the part that one literal piece gave has changed, an edit of that piece alone. */
function changedPiece(bench: Workbench, before: HoconText, after: string): DocumentEdit | undefined {
  const [head, tail] = commonEnds(before.text, after)
  const end = before.text.length - tail
  const piece = before.pieces.find(
    (part) => part.exact && part.from <= head && part.to >= end && part.written !== 'env',
  )
  if (piece === undefined || before.pieces.length < 2) return undefined
  const inserted = after.slice(head, after.length - tail)
  const from = piece.place.from + head - piece.from
  const to = piece.place.from + end - piece.from
  const whole = bench.slice(piece.place).slice(0, from - piece.place.from) + inserted
  const allowed =
    piece.written === 'triple' ? !/"""|\t/.test(whole) && !inserted.endsWith('"') : !/["\\\n\r\t]/.test(inserted)
  return allowed && piece.written !== 'plain' ? { doc: piece.place.doc, from, to, text: inserted } : undefined
}

function commonEnds(a: string, b: string): readonly [head: number, tail: number] {
  const limit = Math.min(a.length, b.length)
  let head = 0
  while (head < limit && a[head] === b[head]) head += 1
  let tail = 0
  while (tail < limit - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1
  return [head, tail]
}

// Only what differs is written.
function trimmed(bench: Workbench, edit: DocumentEdit): DocumentEdit {
  const [head, tail] = commonEnds(bench.slice(edit), edit.text)
  return {
    doc: edit.doc,
    from: edit.from + head,
    to: edit.to - tail,
    text: edit.text.slice(head, edit.text.length - tail),
  }
}

/** A new field in the innermost object that the entry itself writes on the way; what it inherits is left alone. */
function wayToAdd(bench: Workbench, raw: HoconValue, path: readonly string[], value: Json): Plan | undefined {
  const entry = raw.origin.place
  for (let depth = path.length - 1; depth >= 0; depth -= 1) {
    const owner = valueAt(raw, ...path.slice(0, depth))
    if (owner === undefined) continue
    if (owner.kind !== 'object') return undefined
    const use = owner.origin.via.find((step) => step.kind === 'substitution')?.at
    const place = use ?? owner.origin.place
    if (depth > 0 && !isWithin(place, entry)) continue
    const nested = path.slice(depth + 1).reduceRight<Json>((inner, key) => new Map([[key, inner]]), value)
    const key = path[depth] as string
    const inserted = use === undefined ? insertField(bench, place, key, nested) : undefined
    return inserted ?? besides(bench, place, key, nested)
  }
  return undefined
}

/** `${base}` becomes `${base} { key = value }`. */
function besides(bench: Workbench, place: Place, key: string, value: Json): Plan | undefined {
  const expression = bench.innermost(place, 'value')
  if (expression === undefined) return undefined
  const text = bench.text(place.doc)
  const around = bench.innermost(place, 'object') ?? { element: bench.tree(place.doc), from: 0, to: text.length }
  const style = styleOf(text, around)
  const written = writeValue(new Map([[key, value]]), { ...style, multiline: false }, indentAt(text, place.from))
  return [{ doc: place.doc, from: expression.to, to: expression.to, text: ` ${written}` }]
}

function waysToRemove(bench: Workbench, raw: HoconValue, path: readonly string[]): readonly Plan[] {
  const owner = valueAt(raw, ...path.slice(0, -1))
  const key = path.at(-1) as string
  const plans: Plan[] = []
  const field = owner?.kind === 'object' ? owner.fields.get(key) : undefined
  const literal = owner === undefined ? undefined : objectLiteral(bench, owner.origin.place)
  const place = field?.keys.at(-1)
  const node = place === undefined ? undefined : bench.around(place).findLast((one) => one.element.node === 'field')
  if (
    literal !== undefined &&
    node !== undefined &&
    place !== undefined &&
    node.from >= literal.from &&
    node.to <= literal.to
  )
    plans.push(removeItem({ doc: place.doc, text: bench.text(place.doc), node: literal }, node))
  const added = wayToAdd(bench, raw, path, null)
  return added === undefined ? plans : [...plans, added]
}
