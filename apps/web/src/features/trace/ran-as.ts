import type { TraceSpan } from '@slyglass/run-log'
import { ENCLOSURES } from '../../app/public/enclosures.ts'

export const LANGUAGES = { python: 'Python', typescript: 'TypeScript', javascript: 'JavaScript' } as const

/** In what an attempt's code is written, what enclosed it, and whether it was reached through its synchronous method. */
export function ranAs({
  language,
  isolation,
  synchronous,
}: Pick<TraceSpan, 'language' | 'isolation' | 'synchronous'>): string {
  const words = [
    language === undefined ? 'unknown language' : LANGUAGES[language],
    ...(isolation === undefined ? [] : [`enclosure: ${ENCLOSURES[isolation].name}`]),
    ...(synchronous === true ? ['through invoke'] : []),
  ]
  return words.join(', ')
}
