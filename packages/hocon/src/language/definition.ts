// From a use to the definition, and from a definition to its uses.
import type { Place } from '../diagnostic.ts'
import { definitionsOf, includedAt, symbolAt, usesOf } from './symbols.ts'
import type { HoconView } from './view.ts'

/** Where the thing at an offset is defined; the definition that counts most comes last. Empty when nothing is known. */
export function definitionAt(view: HoconView, doc: string, offset: number): readonly Place[] {
  const included = includedAt(view, doc, offset)
  if (included.length > 0) return included.map((file) => ({ doc: file, from: 0, to: 0 }))
  const symbol = symbolAt(view, doc, offset)
  return symbol === undefined ? [] : definitionsOf(symbol, view)
}

/** Places that define a key, and places that use it. */
export interface References {
  readonly definitions: readonly Place[]
  readonly uses: readonly Place[]
}

/** Every definition of the key at an offset, and every substitution that uses it, in all documents of the view. */
export function referencesAt(view: HoconView, doc: string, offset: number): References {
  const symbol = symbolAt(view, doc, offset)
  if (symbol === undefined) return { definitions: [], uses: [] }
  return { definitions: definitionsOf(symbol, view), uses: usesOf(symbol, view) }
}
