// What a search for private values may claim: never more than it looked for.
import type { ScanClasses } from '@slyglass/run-log'
import type { Tone } from '../../ui/index.ts'
import { countOf } from './figures.ts'

const CLASS_WORDS: readonly (readonly [keyof ScanClasses, string])[] = [
  ['strong', 'strong'],
  ['weak', 'weak'],
  ['public', 'public'],
  ['unsearchable', 'not searchable'],
]

/** `4 strong, 1 weak, 0 public, 1 not searchable`. */
export function classWords(classes: ScanClasses): string {
  return CLASS_WORDS.map(([name, words]) => `${classes[name]} ${words}`).join(', ')
}

/** A count of occurrences, and the values that it speaks of. */
export interface ScanClaim {
  readonly occurrences: string
  readonly of: string
  readonly tone: Tone
}

/** Public values are no occurrences and others cannot be searched for: a count of none is said of the rest alone. */
export function scanClaim(classes: ScanClasses, occurrences: number): ScanClaim {
  const counted = classes.strong + classes.weak
  if (counted === 0 && occurrences === 0) {
    const all = classes.public + classes.unsearchable
    return { occurrences: 'nothing to count', of: `of ${countOf(all, 'private value')}`, tone: 'plain' }
  }
  const rest = classes.unsearchable === 0 ? '' : `, ${classes.unsearchable} not searchable`
  return {
    occurrences: countOf(occurrences, 'occurrence'),
    of: `of ${countOf(counted, 'searched private value')}${rest}`,
    tone: occurrences === 0 ? 'ok' : 'fail',
  }
}
