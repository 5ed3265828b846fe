import { relative, resolve } from 'node:path'
import type { TextPosition } from '@slyglass/base'
import type { Diagnostic, Severity } from '@slyglass/network'
import type { CommandIo } from '../command.ts'
import type { CommandFault } from '../reading/fault.ts'
import type { Places } from '../reading/places.ts'
import { STDIN, UNREADABLE } from '../reading/read-source.ts'
import { typed } from '../typed-name.ts'

/** Something to say about a file, ready to be printed. */
export interface Finding {
  readonly file: string
  readonly from: TextPosition
  readonly to: TextPosition
  readonly severity: Severity
  readonly code: string
  readonly message: string
  readonly entry?: string
  readonly fixes: readonly FindingFix[]
}

interface FindingFix {
  readonly title: string
  readonly edits: readonly {
    readonly file: string
    readonly from: TextPosition
    readonly to: TextPosition
    readonly text: string
  }[]
}

export async function showDiagnostic(places: Places, diagnostic: Diagnostic): Promise<Finding> {
  const { severity, code, entry, fixes } = diagnostic
  const shown = await places.show(diagnostic.at)
  return {
    ...shown,
    severity,
    code,
    message: diagnostic.message.replace(/\s*\n\s*/g, ' '),
    ...(entry === undefined ? {} : { entry }),
    fixes: await Promise.all(
      fixes.map(async ({ title, edits }) => ({
        title,
        edits: await Promise.all(edits.map(async (edit) => ({ ...(await places.show(edit)), text: edit.text }))),
      })),
    ),
  }
}

/** `file:line:col severity code message`, and the ready-made repairs by name. */
export function printFinding({ file, from, severity, code, message, fixes }: Finding): string {
  const repairs = fixes.map(({ title }) => ` [fix: ${title}]`).join('')
  return `${file}:${from.line}:${from.column} ${severity} ${code} ${message}${repairs}`
}

/** An error of a file as a whole. */
export function atStart(file: string, code: string, message: string): Finding {
  const start = { line: 1, column: 1 }
  return { file, from: start, to: start, severity: 'error', code, message, fixes: [] }
}

/** A file that was named and cannot be read. */
export function unreadableFinding(io: CommandIo, path: string, { code, message }: CommandFault): Finding {
  const file = path === STDIN ? '<stdin>' : relative(io.cwd, resolve(io.cwd, path))
  return atStart(file, code ?? UNREADABLE, message)
}

/** In the order of files and places, each once: an included file speaks for all networks that include it. */
export function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Map(findings.map((finding) => [printFinding(finding), finding]))
  return [...seen.values()].sort(
    (a, b) =>
      compare(a.file, b.file) ||
      a.from.line - b.from.line ||
      a.from.column - b.from.column ||
      compare(printFinding(a), printFinding(b)),
  )
}

export async function showDiagnostics(places: Places, diagnostics: readonly Diagnostic[]): Promise<readonly Finding[]> {
  return sortFindings(await Promise.all(diagnostics.map((diagnostic) => showDiagnostic(places, diagnostic))))
}

/** Says findings on the side, for commands whose output is something else. */
export function sayFindings(io: CommandIo, findings: readonly Finding[]): void {
  for (const finding of findings.slice(0, MAX_SAID)) io.err(printFinding(finding))
  if (findings.length > MAX_SAID)
    io.err(`… and ${findings.length - MAX_SAID} more; ${typed(io, 'check')} prints them all.`)
}

const MAX_SAID = 20

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
