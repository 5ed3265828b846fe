// Small parts of all diagnostics.
import { type HoconObject, type HoconValue, valueAt } from '@slyglass/hocon'
import type { Diagnostic, Severity, SourceRange } from './model.ts'
import type { EntrySource } from './network-source.ts'

/** Makes a diagnostic of an entry. */
export function say(severity: Severity, code: string, message: string, at: SourceRange, entry?: string): Diagnostic {
  return { code, severity, message, at, fixes: [], ...(entry === undefined || entry === '' ? {} : { entry }) }
}

/** The name of an entry in its document, else the start of the entry. */
export function nameRange({ entry }: EntrySource): SourceRange {
  return entry.nameAt ?? { ...entry.at, to: Math.min(entry.at.to, entry.at.from + 1) }
}

/** The value at a path of an entry, unless it is null. */
export function partOf(value: HoconObject, ...path: readonly string[]): HoconValue | undefined {
  const found = valueAt(value, ...path)
  return found?.kind === 'null' ? undefined : found
}
