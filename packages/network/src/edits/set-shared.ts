// Changing a value, or one piece of a text, at the place where it is defined, whoever else uses it.
import { err, type Json, ok } from '@slyglass/base'
import { type HoconText, type HoconValue, valueAt } from '@slyglass/hocon'
import type { SourceRange } from '../model.ts'
import { piecesOf, rawEntry } from './field-source.ts'
import { atDefinition } from './rename-entry.ts'
import { waysToChange } from './set-field.ts'
import type { EditFailure, Plan, Plans, Workbench } from './workbench.ts'
import { quote } from './write-value.ts'

/** The value of an entry as it is written, and its range in the text. */
export function writtenValue(
  bench: Workbench,
  entry: string,
  path: readonly string[],
): { readonly value: HoconValue; readonly entry: SourceRange } | EditFailure {
  const source = bench.entry(entry)
  if (source === undefined) return { code: 'unknown-entry', message: `there is no entry named ${entry}` }
  const raw = rawEntry(bench.source, source.entry.index)
  const value = valueAt(raw, ...path) ?? valueAt(source.value, ...path)
  if (value === undefined) return { code: 'no-value', message: `${entry} has no ${path.join('.')}` }
  return { value, entry: source.entry.at }
}

export function planSetWhereDefined(bench: Workbench, entry: string, path: readonly string[], value: Json): Plans {
  const found = writtenValue(bench, entry, path)
  if ('code' in found) return err(found)
  if (value === null) return err({ code: 'bad-value', message: 'what others use is not taken away from here' })
  const { origin } = found.value
  const own = { ...found.value, origin: { ...origin, via: [] } } as HoconValue
  if (own.kind === 'string' && own.pieces.length > 1)
    return err({ code: 'in-pieces', message: `${path.join('.')} is put together from pieces; change one of them` })
  const whole = { doc: origin.place.doc, from: 0, to: bench.text(origin.place.doc).length }
  const plans: Plan[] = []
  if (own.kind === 'string' && typeof value === 'string') plans.push([atDefinition(bench, own, value)])
  return ok([...plans, ...waysToChange(bench, whole, own, value)])
}

export function planSetPiece(
  bench: Workbench,
  entry: string,
  path: readonly string[],
  index: number,
  text: string,
): Plans {
  const found = writtenValue(bench, entry, path)
  if ('code' in found) return err(found)
  if (found.value.kind !== 'string') return err({ code: 'no-text', message: `${path.join('.')} is no text` })
  const shown = piecesOf(found.value.text, found.value.pieces, found.entry)[index]
  const piece = found.value.pieces.find((one) => one.from === shown?.from && one.to === shown?.to)
  if (shown === undefined || piece === undefined)
    return err({ code: 'no-piece', message: `${path.join('.')} has no such piece` })
  if (shown.locked) return err({ code: 'from-variable', message: 'this piece comes from an environment variable' })
  const own: HoconText = {
    kind: 'string',
    text: shown.text,
    pieces: [{ ...piece, via: [] }],
    origin: { place: withQuotes(bench, piece.place, piece.written), via: [] },
  }
  return ok([[atDefinition(bench, own, text)], [{ ...own.origin.place, text: quote(text) }]])
}

function withQuotes(bench: Workbench, place: SourceRange, written: string): SourceRange {
  const width = written === 'triple' ? 3 : written === 'quoted' ? 1 : 0
  const to = Math.min(bench.text(place.doc).length, place.to + width)
  return { doc: place.doc, from: place.from - width, to }
}
