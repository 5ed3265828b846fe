// The claim in words: exact counts, how they were found, and what cannot be seen.
import type { SlyLedger, Trace } from '@slyglass/run-log'
import { countOf, scanClaim } from '../../app/public/run-widgets.ts'
import type { Tone } from '../../ui/index.ts'

/** The sentence, in the part that is always quiet and the part that may be bad, and what its count speaks of. */
export interface LedgerSentence {
  readonly counts: string
  readonly occurrences: string
  /** Said where the count leaves values out. */
  readonly of?: string
  readonly tone: Tone
}

/** `values`: how many private values there are, searched for or not. */
export function ledgerSentence(ledger: SentenceFacts, values: number): LedgerSentence {
  const requests = ledger.requests.length
  const { occurrences, nothing, of, tone } = scanClaim(ledger.classes, ledger.occurrences)
  const isPartial = requests > 0 && values > 0 && tone === 'plain'
  return {
    counts: `${countOf(requests, 'model request')}, ${countOf(values, 'private value')}, `,
    // No request, no search: then it is too early to say of any value that it cannot be searched.
    occurrences: nothing === undefined || requests === 0 ? occurrences : `${occurrences}: ${nothing}`,
    // With no private value there is nothing that could have been left out.
    tone: requests === 0 ? 'plain' : values === 0 && ledger.occurrences === 0 ? 'ok' : tone,
    ...(isPartial || (requests > 0 && ledger.classes.unsearchable > 0) ? { of } : {}),
  }
}

type SentenceFacts = Pick<SlyLedger, 'classes' | 'occurrences'> & { readonly requests: { readonly length: number } }

/** How the requests were searched, from what each search says of itself. */
export function searchWords(ledger: SlyLedger, trace: Trace): string {
  if (ledger.requests.length === 0) return 'No model request has been sent, so nothing was searched yet.'
  const passes = passesOf(ledger, trace)
  const more = [
    passes.has('B') ? 'with everything but letters and digits taken out' : '',
    passes.has('C') ? 'inside base64 text' : '',
  ].filter(Boolean)
  const bytes = ledger.requests.reduce((sum, request) => sum + request.bytes, 0)
  const forms = 'as plain, JSON-escaped, Python, URL, HTML, base64, hex and reversed text'
  const again = more.length === 0 ? '' : `, then again ${more.join(' and ')}`
  return `The exact bytes of every request were searched before it was sent, ${forms}${again}: ${(bytes / 1000).toFixed(1)} KB.`
}

function passesOf(ledger: SlyLedger, trace: Trace): ReadonlySet<string> {
  return new Set(ledger.requests.flatMap(({ span }) => trace.spans.get(span)?.request?.scan.passes ?? []))
}

/** What a search of bytes cannot find; said wherever a count is claimed. */
export function blindSpots(ledger: SlyLedger, trace: Trace): readonly string[] {
  const passes = passesOf(ledger, trace)
  return [
    'Values that were hashed, encrypted, compressed, translated or put into other words.',
    ...(passes.has('B') ? [] : ['Values cut into pieces, such as one letter a line or digits in groups.']),
    ...(passes.has('C') ? [] : ['Values inside base64 that was encoded twice.']),
    'Weak values (short, or common words) are matched as whole words only, and reported apart.',
    'Public values stand in the network’s own text, which the model is meant to read; they are no occurrences.',
    'True, false, null and values of fewer than four bytes cannot be searched for.',
    'A tool that talks to a model by itself does so outside of these requests.',
  ]
}
