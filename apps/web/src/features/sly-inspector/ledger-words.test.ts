import type { SlyLedger, Trace } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { blindSpots, ledgerSentence, searchWords } from './ledger-words.ts'

const sentenceOf = (requests: number, values: number, occurrences: number, unsearchable = 0) =>
  ledgerSentence(
    {
      requests: { length: requests },
      classes: { strong: values - unsearchable, weak: 0, public: 0, unsearchable },
      occurrences,
    },
    values,
  )
const wordsOf = (...counts: [number, number, number]) => {
  const { counts: quiet, occurrences } = sentenceOf(...counts)
  return quiet + occurrences
}

function searched(passes: readonly string[], bytes: number): { ledger: SlyLedger; trace: Trace } {
  const requests = [{ span: 'r.a.m1#1', number: 1, bytes, counts: new Map() }]
  const spans = new Map([['r.a.m1#1', { request: { scan: { passes } } }]])
  return { ledger: { requests } as unknown as SlyLedger, trace: { spans } as unknown as Trace }
}

describe('the ledger in words', () => {
  test('[S-32] the sentence has singular forms where English has them', () => {
    expect(wordsOf(14, 6, 0)).toBe('14 model requests, 6 private values, 0 occurrences')
    expect(wordsOf(1, 1, 1)).toBe('1 model request, 1 private value, 1 occurrence')
    expect(wordsOf(1204, 0, 2)).toBe('1,204 model requests, 0 private values, 2 occurrences')
  })

  test('[S-32] no occurrence is good news only where every value was searched', () => {
    expect(sentenceOf(2, 2, 0)).toMatchObject({ occurrences: '0 occurrences', tone: 'ok' })
    expect(sentenceOf(2, 2, 0).of).toBeUndefined()
    expect(sentenceOf(2, 1, 0, 1)).toMatchObject({
      occurrences: '0 occurrences: nothing could be searched',
      of: '1 value could not be searched',
      tone: 'plain',
    })
    expect(sentenceOf(2, 2, 0, 1)).toMatchObject({
      occurrences: '0 occurrences',
      of: 'of 1 searched value · 1 value could not be searched',
      tone: 'plain',
    })
    expect(sentenceOf(2, 2, 1, 1)).toMatchObject({ occurrences: '1 occurrence', tone: 'fail' })
    expect(sentenceOf(0, 1, 0).tone).toBe('plain')
    expect(sentenceOf(3, 0, 0).tone).toBe('ok')
  })

  test('only the searches that ran are claimed', () => {
    const one = searched(['A'], 5900)
    expect(searchWords(one.ledger, one.trace)).toMatch(/before it was sent.*reversed text: 5\.9 KB\.$/)
    const all = searched(['A', 'B', 'C'], 5900)
    expect(searchWords(all.ledger, all.trace)).toContain(
      'then again with everything but letters and digits taken out and inside base64',
    )
    const none = { ...one.ledger, requests: [] }
    expect(searchWords(none, one.trace)).toBe('No model request has been sent, so nothing was searched yet.')
  })

  test('[S-32] what cannot be seen shrinks with the searches that ran, and never to nothing', () => {
    const [one, all] = [searched(['A'], 1), searched(['A', 'B', 'C'], 1)]
    expect(blindSpots(one.ledger, one.trace).length).toBe(blindSpots(all.ledger, all.trace).length + 2)
    expect(blindSpots(all.ledger, all.trace)[0]).toMatch(/hashed, encrypted/)
  })
})
