// Paths inside `${}`, and files after `include`.
import { folderOf } from '../locate.ts'
import { printPath } from '../path.ts'
import { type HoconValue, valueAt } from '../value.ts'
import type { Completion } from './complete.ts'
import { preview } from './preview.ts'
import type { Spot } from './spot.ts'
import type { HoconView } from './view.ts'

const MAX_OFFERS = 500
const MAX_DEPTH = 4

/** Paths of the evaluated document, and variables. Paths do not lead into lists. */
export function completeSubstitution(view: HoconView, spot: Spot): readonly Completion[] {
  const offers: Completion[] = []
  const { from, to } = spot
  const visit = (value: HoconValue, path: readonly string[]): void => {
    if (value.kind !== 'object' || path.length >= MAX_DEPTH) return
    for (const [key, field] of value.fields) {
      const inner = [...path, key]
      const text = printPath(inner)
      if (offers.length < MAX_OFFERS)
        offers.push({ label: text, kind: 'path', detail: preview(field.value), from, to, text })
    }
    for (const [key, field] of value.fields) if (isOnTheWay(path, key, spot.typed)) visit(field.value, [...path, key])
  }
  visit(view.evaluation.value, [])
  for (const name of Object.keys(view.sources.env ?? {}))
    if (valueAt(view.evaluation.value, name) === undefined)
      offers.push({ label: name, kind: 'variable', detail: 'environment variable', from, to, text: name })
  return offers
}

// Deep paths are offered once the way to them is being typed; the first level always shows one level below it.
function isOnTheWay(path: readonly string[], key: string, typed: string): boolean {
  return path.length === 0 || typed.startsWith(printPath([...path, key]))
}

/** Files of the project, written as this document must name them. */
export function completeInclude(view: HoconView, doc: string, spot: Spot): readonly Completion[] {
  const { sources, root } = view
  const fromRoot = sources.profile === 'neuro-san' && doc === root
  const folder = fromRoot ? '' : folderOf(doc)
  const wanted = sources.profile === 'spec' ? /\.(?:conf|json|properties)$/ : /\.(?:hocon|conf|json)$/
  const files = sources.files ?? Object.keys(sources.texts)
  return files
    .filter((file) => wanted.test(file) && file !== doc)
    .map((file) => relative(folder, file))
    .sort()
    .map((text) => ({ label: text, kind: 'file' as const, from: spot.from, to: spot.to, text }))
}

/** A path as it is written in a folder. */
export function relative(folder: string, file: string): string {
  if (folder === '') return file
  const [from, to] = [folder.split('/'), file.split('/')]
  let same = 0
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same += 1
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/')
}
