import type { RequestRecord, ScanHit } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { markOfHit } from './mark-of-hit.ts'

const MARK = '⟨sly:card⟩'
const CARD = '4111-1111-1111-1111'
const bytes = (text: string) => new TextEncoder().encode(text).length

/** What a request of these pieces records: `true` is the value itself, `false` its mark, sent as such. */
function sent(...pieces: readonly (string | boolean)[]) {
  const hits: ScanHit[] = []
  let body = ''
  for (const piece of pieces) {
    if (piece === true) hits.push({ key: 'card', form: 'raw', offset: bytes(body), strength: 'strong' })
    body += piece === true ? CARD : piece === false ? MARK : piece
  }
  const request = { bytes: bytes(body), scan: { hits } } as unknown as RequestRecord
  return { record: body.replaceAll(CARD, MARK), request, hits }
}

describe('which mark a hit became', () => {
  test('[S-33] marks that were sent as such are not taken for it', () => {
    const { record, request, hits } = sent('é system ', false, ' an earlier answer ', false, ' and now ', true, ' end')
    expect(hits.map((hit) => markOfHit(record, request, hit))).toEqual([2])
  })

  test('[S-33] each of several hits is found, between marks that were sent', () => {
    const { record, request, hits } = sent('a ', true, ' b ', false, ' c ', true, ' d ', true, ' e ', false, ' f')
    expect(hits.map((hit) => markOfHit(record, request, hit))).toEqual([0, 2, 3])
  })

  test('a value that leaves no mark has none', () => {
    const weak: ScanHit = { key: 'card', form: 'raw', offset: 0, strength: 'weak' }
    const { request } = sent('a')
    expect(markOfHit('a', request, weak)).toBeUndefined()
    const { hits, request: other } = sent(true)
    expect(hits.map((hit) => markOfHit('no mark at all', other, hit))).toEqual([undefined])
  })
})
