// Formatting moves blanks only, and only those that mean nothing in either profile. Comments, line ends, the
// byte-order mark and everything inside values stay as they are.
import { applyTextEdits, err, ok, type Result, type TextEdit, type TextRange } from '@slyglass/base'
import type { Profile } from '../diagnostic.ts'
import { parseDocument } from '../parse.ts'
import { gapEdits } from './gaps.ts'
import { indentUnit } from './indent-unit.ts'
import { type Items, itemsOfTree } from './items.ts'

/** How a text is formatted. */
export interface FormatOptions {
  /** How faults are judged: a text that this profile cannot parse is left alone. Default `neuro-san`. */
  readonly profile?: Profile
  /** One step of indentation; learned from the text when absent. */
  readonly indent?: string
}

/** Why a text cannot be formatted. */
export interface FormatFailure {
  readonly code: 'syntax'
  readonly message: string
  /** The range of its first fault. */
  readonly from: number
  readonly to: number
}

/** The edits that format a whole text, or only those that lie inside a range. None where it has its form (SPEC.md, rule 15). */
export function formatEdits(
  text: string,
  options: FormatOptions = {},
  range?: TextRange,
): Result<readonly TextEdit[], FormatFailure> {
  const profile = options.profile ?? 'neuro-san'
  const parsed = parseDocument(text, profile)
  const fault = parsed.faults.find(({ kind }) => kind === 'parse' || kind === 'bad_path')
  if (fault !== undefined) {
    const { from, to, message } = fault
    return err({ code: 'syntax', message: `a text with faults is not formatted: ${message}`, from, to })
  }
  // A line end to one profile, a blank to the other: what stands around it is left alone.
  if (/\r(?!\n)/.test(text)) return ok([])
  const items = itemsOfTree(parsed.root)
  const all = gapEdits(text, items, options.indent ?? indentUnit(text, items))
  const edits = range === undefined ? all : all.filter(({ from, to }) => from >= range.from && to <= range.to)
  return ok(meansTheSame(text, applyTextEdits(text, edits)) ? edits : [])
}

/** A text after `formatEdits`. */
export function formatText(text: string, options: FormatOptions = {}): Result<string, FormatFailure> {
  const edits = formatEdits(text, options)
  return edits.ok ? ok(applyTextEdits(text, edits.value)) : edits
}

// Both profiles must read the same pieces with the same blanks between those that are joined.
function meansTheSame(before: string, after: string): boolean {
  if (before === after) return true
  return (['spec', 'neuro-san'] as const).every((profile) => {
    const parsed = parseDocument(before, profile)
    const broken = parsed.faults.some(({ kind }) => kind === 'parse' || kind === 'bad_path')
    if (broken) return true
    return meaning(before, itemsOfTree(parsed.root)) === meaning(after, itemsOfTree(parseDocument(after, profile).root))
  })
}

function meaning(text: string, { items }: Items): string {
  const pieces = items.map(({ from, to, glued, gap }) => {
    const between = glued ? gap.map((token) => token.text).join('') : endsLine(gap) ? '\n' : '\u0000'
    return between + text.slice(from, to)
  })
  return pieces.join('')
}

const endsLine = (gap: Items['tail']): boolean => gap.some((token) => token.token === 'newline')
