import type { Diagnostic } from '@slyglass/network'
import { ORDER } from '../../app/public/problems.ts'
import { countOf } from '../../app/public/run-widgets.ts'

/** What was found, by its weight: "1 error, 2 warnings". Undefined when nothing was. */
export function problemWords(found: readonly Pick<Diagnostic, 'severity'>[]): string | undefined {
  const counts = ORDER.map((severity) => [severity, found.filter((one) => one.severity === severity).length] as const)
  const words = counts.flatMap(([severity, count]) => (count === 0 ? [] : [countOf(count, severity)]))
  return words.length === 0 ? undefined : words.join(', ')
}
