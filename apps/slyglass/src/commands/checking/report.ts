// The one JSON object in which commands give what they found.
import { printJson, toJson } from '@slyglass/base'
import type { Severity } from '@slyglass/network'
import type { Finding } from './finding.ts'

/** Findings with their counts and the number of files that were looked at, and what else a command has to give. */
export function printReport(
  findings: readonly Finding[],
  documents: number,
  more: Readonly<Record<string, unknown>> = {},
): string {
  const counts = {
    errors: count(findings, 'error'),
    warnings: count(findings, 'warning'),
    hints: count(findings, 'hint'),
  }
  return printJson(toJson({ documents, ...counts, diagnostics: flatFindings(findings), ...more }), 'indented')
}

/** Findings as JSON has them: the range as four numbers. */
export function flatFindings(findings: readonly Finding[]): readonly object[] {
  return findings.map(({ file, from, to, ...rest }) => ({
    ...{ file, line: from.line, column: from.column, endLine: to.line, endColumn: to.column },
    ...rest,
  }))
}

export function count(findings: readonly Finding[], severity: Severity): number {
  return findings.filter((finding) => finding.severity === severity).length
}
