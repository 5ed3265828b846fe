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
  /** Goes before a count of none that would say nothing: no value could be looked for. */
  readonly nothing?: string
  readonly tone: Tone
}

const NO_VALUES = 'no private values to search for'

/**
 * Public values are no occurrences and others cannot be searched for: a count of none is said of the rest alone, and is
 * good news only when nothing was left out.
 */
export function scanClaim(classes: ScanClasses, occurrences: number): ScanClaim {
  const { strong, weak, unsearchable } = classes
  const counted = strong + weak
  const isBlind = counted === 0 && unsearchable > 0 && occurrences === 0
  const left = [
    isBlind
      ? ''
      : counted + unsearchable + classes.public === 0
        ? NO_VALUES
        : `of ${countOf(counted, 'searched value')}`,
    unsearchable === 0 ? '' : `${countOf(unsearchable, 'value')} could not be searched`,
    counted > 0 || classes.public === 0 ? '' : `${countOf(classes.public, 'public value')}`,
  ].filter(Boolean)
  const isWhole = counted > 0 && unsearchable === 0
  return {
    occurrences: countOf(occurrences, 'occurrence'),
    of: left.join(' · '),
    ...(isBlind && { nothing: 'nothing could be searched' }),
    tone: occurrences > 0 ? 'fail' : isWhole ? 'ok' : 'plain',
  }
}
