// A new name for a key, in its definitions and in every substitution that uses it. The result is read back: every value
// must be the one before, under the new name.
import { applyTextEdits, err, type Json, jsonEquals, ok, type Result } from '@slyglass/base'
import type { DocumentEdit, Place } from '../diagnostic.ts'
import { evaluate } from '../evaluate.ts'
import { type HoconValue, jsonOf } from '../value.ts'
import { segmentsOf } from './segments.ts'
import { definitionsOf, symbolAt, usesOf } from './symbols.ts'
import type { HoconView } from './view.ts'

/** Why a key cannot be renamed; `cannot-rename` says that other values would change. */
export interface RenameFailure {
  readonly code: 'no-key' | 'bad-name' | 'name-taken' | 'cannot-rename'
  readonly message: string
}

/** The name that would be replaced by renaming at an offset, without quotes; undefined where there is none. */
export function renameRangeAt(view: HoconView, doc: string, offset: number): Place | undefined {
  const symbol = symbolAt(view, doc, offset)
  return symbol === undefined || definitionsOf(symbol, view).length === 0 ? undefined : symbol.at
}

/**
 * The edits that rename the key at an offset to `to`, in all documents and in the substitutions that use it. `views` are all roots
 * whose documents may use it; the first one is the one that `doc` and `offset` are looked at in.
 */
export function renameKey(
  views: readonly [HoconView, ...HoconView[]],
  doc: string,
  offset: number,
  to: string,
): Result<readonly DocumentEdit[], RenameFailure> {
  const first = symbolAt(views[0], doc, offset)
  if (first === undefined) return err({ code: 'no-key', message: 'there is no key here that could be renamed' })
  if (to.trim() === '' || /["\\\n\r\t]/.test(to))
    return err({
      code: 'bad-name',
      message: 'a key may not be empty and may hold no quotes, backslashes or line breaks',
    })
  if (to === first.name) return ok([])
  if (first.fields.some(({ path }) => path.length > 0 && hasSibling(views[0], path, to)))
    return err({ code: 'name-taken', message: `there is already a key ${to} beside it` })
  const sites = new Map<string, Place>()
  for (const view of views) {
    const symbol = view === views[0] ? first : symbolAt(view, doc, offset)
    if (symbol === undefined) continue
    for (const place of [...definitionsOf(symbol, view), ...usesOf(symbol, view)])
      sites.set(`${place.doc} ${place.from}`, place)
  }
  const places = [...sites.values()]
  const edits = places.map((place) => ({ ...place, text: writeSegment(views[0].text(place.doc), place, to) }))
  if (views.every((view) => isRenamed(view, places, edits, first.name, to))) return ok(edits)
  return err({
    code: 'cannot-rename',
    message: `renaming ${first.name} would change other values; rename it in the text`,
  })
}

function hasSibling(view: HoconView, path: readonly (string | number)[], name: string): boolean {
  let at: HoconValue | undefined = view.evaluation.value
  for (const part of path.slice(0, -1))
    at =
      typeof part === 'number'
        ? at?.kind === 'list'
          ? at.items[part]
          : undefined
        : at?.kind === 'object'
          ? at.fields.get(part)?.value
          : undefined
  return at?.kind === 'object' && at.fields.has(name)
}

// In quotes as it was; without, when the name can stand without.
function writeSegment(text: string, { from, to }: Place, name: string): string {
  const quoted = text[from - 1] === '"' && text[to] === '"'
  return quoted || /^[A-Za-z0-9_-]+$/.test(name) ? name : `"${name}"`
}

function isRenamed(
  view: HoconView,
  places: readonly Place[],
  edits: readonly DocumentEdit[],
  from: string,
  to: string,
): boolean {
  const texts: Record<string, string> = { ...view.sources.texts }
  for (const doc of new Set(edits.map((edit) => edit.doc)))
    texts[doc] = applyTextEdits(
      view.text(doc),
      edits.filter((edit) => edit.doc === doc),
    )
  const { parse: _, ...options } = view.evaluateOptions
  const after = evaluate(texts[view.root] ?? '', {
    ...options,
    read: (doc) => (Object.hasOwn(texts, doc) ? texts[doc] : undefined),
  })
  const errors = (all: typeof after.diagnostics) => all.filter(({ severity }) => severity === 'error').length
  if (errors(after.diagnostics) > errors(view.evaluation.diagnostics)) return false
  const starts = new Set(places.map((place) => `${place.doc} ${place.from}`))
  const isSite = (key: Place) =>
    segmentsOf(view.text(key.doc).slice(key.from, key.to), key.from, view.sources.profile).some((segment) =>
      starts.has(`${key.doc} ${segment.from}`),
    )
  return jsonEquals(renamedJson(view.evaluation.value, from, to, isSite), jsonOf(after.value))
}

function renamedJson(value: HoconValue, from: string, to: string, isSite: (key: Place) => boolean): Json {
  if (value.kind === 'list') return value.items.map((item) => renamedJson(item, from, to, isSite))
  if (value.kind !== 'object') return jsonOf(value)
  const json = new Map<string, Json>()
  for (const [key, field] of value.fields) {
    const name = key === from && field.keys.some(isSite) ? to : key
    json.set(name, renamedJson(field.value, from, to, isSite))
  }
  return json
}
