import { formatElapsed } from './figures.ts'

/** One word about how a call was answered, and what it means. */
export interface Badge {
  readonly text: string
  readonly why: string
}

/** What a call was besides ok or failed: tried again, answered by something kept or by a mock, held back by a limit. */
export function badgesOf(call: {
  readonly attempts?: number | undefined
  readonly mocked?: boolean | undefined
  readonly cached?: { readonly ageMs: number } | undefined
  readonly code?: string | undefined
}): readonly Badge[] {
  const { attempts = 1, mocked, cached, code } = call
  return [
    ...(attempts > 1 ? [{ text: `${attempts} attempts`, why: 'Earlier attempts failed and it was tried again.' }] : []),
    ...(mocked === true ? [{ text: 'mocked', why: 'The mock of the network answered; nothing was called.' }] : []),
    ...(cached === undefined
      ? []
      : [
          {
            text: `from cache, ${formatElapsed(cached.ageMs)} old`,
            why: 'A kept result answered; nothing was called.',
          },
        ]),
    ...(code === undefined || !(code in LIMITED) ? [] : [{ text: 'limited', why: LIMITED[code] ?? '' }]),
  ]
}

const LIMITED: Readonly<Record<string, string>> = {
  'rate-limited': 'It was called too often in the time that its rate limit counts over.',
  'limit-reached': 'The run had made all the calls that it may.',
  saturated: 'Too many calls were running.',
}
