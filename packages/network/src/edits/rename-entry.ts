// A new name for an entry, everywhere it is referenced; equal words in prose stay.
import { err, ok } from '@slyglass/base'
import type { HoconValue, Place } from '@slyglass/hocon'
import type { DocumentEdit } from '../model.ts'
import { distinct, type EditFailure, type Plans, type Workbench } from './workbench.ts'
import { quote, writeLike } from './write-value.ts'

/** Why a name cannot be given to an entry, if so. */
export function nameFailure(bench: Workbench, name: string): EditFailure | undefined {
  if (!/^[a-zA-Z0-9_-]+$/.test(name))
    return { code: 'bad-name', message: 'a name may hold letters without accents, digits, _ and - only' }
  if (bench.entry(name) !== undefined) return { code: 'name-taken', message: `there is already an entry named ${name}` }
  return undefined
}

export function planRename(bench: Workbench, entry: string, to: string): Plans {
  const renamed = bench.entry(entry)
  if (renamed === undefined) return err({ code: 'unknown-entry', message: `there is no entry named ${entry}` })
  const failure = to === entry ? undefined : nameFailure(bench, to)
  if (failure !== undefined) return err(failure)
  if (to === entry) return ok([[]])
  const name = renamed.value.fields.get('name')?.value
  const references = bench.source.entries.flatMap(({ references }) =>
    references.filter((found) => found.name === entry),
  )
  const sites = [...(name === undefined ? [] : [name]), ...references.map((found) => found.value)]
  return ok([
    distinct(sites.map((site) => atDefinition(bench, site, to))),
    distinct(sites.map((site) => atUse(bench, site, to))),
  ])
}

/** Changes a text where it is written. */
export function atDefinition(bench: Workbench, value: HoconValue, to: string): DocumentEdit {
  const piece = value.kind === 'string' && value.pieces.length === 1 ? value.pieces[0] : undefined
  if (piece === undefined || piece.written === 'env') return replace(bench, value.origin.place, to)
  if (piece.written === 'plain') return replace(bench, piece.place, to)
  const triple = piece.written === 'triple'
  const fits = triple ? !/"""|\t/.test(to) : !/[\n\r\t"\\]/.test(to)
  if (fits) return { ...piece.place, text: to }
  const width = triple ? 3 : 1
  return replace(bench, { ...piece.place, from: piece.place.from - width, to: piece.place.to + width }, to)
}

/** Changes a text where it is used: a substitution or a replaced name there gives way to the text itself. */
function atUse(bench: Workbench, value: HoconValue, to: string): DocumentEdit {
  const step = value.origin.via.find((one) => one.kind === 'substitution' || one.kind === 'note')
  return step === undefined ? atDefinition(bench, value, to) : { ...step.at, text: quote(to) }
}

function replace(bench: Workbench, place: Place, to: string): DocumentEdit {
  return { ...place, text: writeLike(to, bench.slice(place)) }
}
