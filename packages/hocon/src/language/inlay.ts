// The value of every substitution, to be shown behind it.
import type { TextRange } from '@slyglass/base'
import { pathOfText, substitutionName } from '../path.ts'
import type { Token } from '../tree.ts'
import { type HoconValue, valueAt } from '../value.ts'
import { eachToken } from './leaves.ts'
import { cut, preview } from './preview.ts'
import type { HoconView } from './view.ts'

/** A text to show at an offset, beside what is written. */
export interface Inlay {
  /** Behind the substitution. */
  readonly at: number
  /** The value in a few words, about 40 characters at most. */
  readonly text: string
}

/** What a substitution stands for. Values of variables are never told. */
export type LinkValue =
  | { readonly kind: 'value'; readonly value: HoconValue }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'env'; readonly name: string }
  | { readonly kind: 'nothing'; readonly optional: boolean }

export function linkValue(view: HoconView, doc: string, token: Token, from: number): LinkValue {
  const { index, evaluation, sources } = view
  const name = substitutionName(token).trim()
  const path = pathOfText(name)
  const found = index.valueOfLink(doc, from) ?? undefined
  const atPath = typeof path === 'string' ? undefined : valueAt(evaluation.value, ...path)
  const isSet = Object.hasOwn(sources.env ?? {}, name)
  if (atPath === undefined && isSet) return { kind: 'env', name }
  const text = index.textOfLink(doc, from)
  if (text !== undefined && found === undefined) return { kind: 'text', text }
  const value = found ?? atPath
  return value === undefined ? { kind: 'nothing', optional: token.text.startsWith('${?') } : { kind: 'value', value }
}

/** The value behind each substitution of a document, or of a range of it. */
export function inlaysOf(view: HoconView, doc: string, range?: TextRange): readonly Inlay[] {
  const inlays: Inlay[] = []
  eachToken(view.parsed(doc).root, (token, from) => {
    const at = from + token.width
    if (token.token !== 'substitution' || (range !== undefined && (at < range.from || from > range.to))) return
    inlays.push({ at, text: printLink(linkValue(view, doc, token, from)) })
  })
  return inlays
}

export function printLink(link: LinkValue, limit = 40): string {
  switch (link.kind) {
    case 'value':
      return preview(link.value, limit)
    case 'text':
      return `"${cut(link.text.replace(/\s+/g, ' '), limit)}"`
    case 'env':
      return `environment variable ${link.name}`
    case 'nothing':
      return link.optional ? 'not set' : 'names nothing'
  }
}
