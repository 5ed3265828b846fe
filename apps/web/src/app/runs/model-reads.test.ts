import { runId, type SpanId } from '@slyglass/base'
import { type LogEvent, type ScanHit, SEEN_EARLIER, slyLedgerReducer, traceReducer } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { callSides } from './call-sides.ts'
import { readAdvice, readWords, toneOfReads } from './model-read-words.ts'
import { keysRead, modelReads, readsOfCall, readsOfRequests } from './model-reads.ts'

const ref = (key: string) => ({ key, fingerprint: key.repeat(8), bytes: 19 })
const id = (span: string) => span as SpanId
const hit = (strength: ScanHit['strength'], offset = 1777): ScanHit => ({ key: 'token', form: 'raw', offset, strength })

interface Facts {
  /** What was found in the three requests. */
  readonly hits: readonly (readonly ScanHit[])[]
  /** Calls in whose result the value was masked before it was written down. */
  readonly masked?: readonly string[]
  readonly where?: string
}

/** Two calls one after the other, a request before, between and after them. */
function runOf({ hits, masked = [], where = 'tool.finished text' }: Facts) {
  let seq = 0
  const event = (type: string, span: string, parent: string | null, payload: object) =>
    ({ v: 1, runId: runId('run_1'), seq: seq++, at: seq * 10, span, parent, type, ...payload }) as unknown as LogEvent
  const request = (turn: number) => [
    event('model.started', `r.a.m${turn}`, 'r.a', { agent: 'desk', turn, model: 'm' }),
    event('attempt.started', `r.a.m${turn}#1`, `r.a.m${turn}`, {
      of: 'model',
      number: 1,
      digest: 'd',
      request: {
        url: 'u',
        bytes: 900,
        parts: [],
        scan: {
          values: 1,
          classes: { strong: 1, weak: 0, public: 0, unsearchable: 0 },
          keys: [{ key: 'token', strength: 'strong' }],
          hits: hits[turn - 1] ?? [],
          passes: ['A'],
        },
      },
    }),
  ]
  const call = (span: string) => [
    event('tool.started', span, 'r.a', {
      agent: 'desk',
      tool: 'Guestbook',
      kind: 'coded-tool',
      callId: span,
      args: '{}',
      batch: { id: span, size: 1, mode: 'parallel', ceilingMs: 0 },
    }),
    event('attempt.started', `${span}#1`, span, { of: 'tool', number: 1, digest: 'd', sly: [ref('token')] }),
    event('attempt.finished', `${span}#1`, span, { outcome: 'ok', reads: span === 'r.a.t1' ? ['token'] : [] }),
    event('tool.finished', span, 'r.a', { outcome: 'ok', text: 'it is ⟨sly:token⟩' }),
    ...(masked.includes(span)
      ? [event('sly.leaked', span, 'r.a', { key: 'token', form: 'raw', where, count: 1 })]
      : []),
  ]
  const events = [
    event('run.started', 'r', null, { session: 's', network: 'n', sly: [ref('token')] }),
    event('agent.started', 'r.a', 'r', { agent: 'desk', role: 'front-man', instance: 1, input: 'hi' }),
    ...request(1),
    ...call('r.a.t1'),
    ...request(2),
    ...call('r.a.t2'),
    ...request(3),
  ]
  const ledger = slyLedgerReducer.reduce(slyLedgerReducer.initial, events)
  const trace = traceReducer.reduce(traceReducer.initial, events)
  return { ledger, trace, reads: modelReads(ledger, trace) }
}

describe('private values that a model read', () => {
  test('[S-33] the call whose result brought a value is named with the first request that held it', () => {
    const { reads } = runOf({ hits: [[], [hit('strong')], [hit('strong')]], masked: ['r.a.t1'] })
    expect(readsOfCall(reads, id('r.a.t1'))).toMatchObject([{ key: 'token', request: 2, maybe: false }])
    expect(readsOfCall(reads, id('r.a.t2'))).toEqual([])
    expect([...keysRead(reads)]).toEqual(['token'])
  })

  test('a value that came with the message marks the request and no call', () => {
    const { reads, trace } = runOf({ hits: [[hit('strong')], [hit('strong')], []] })
    expect(reads.map(({ request, calls }) => [request, calls])).toEqual([
      [1, []],
      [2, []],
    ])
    const sent = trace.spans.get(id('r.a.m1#1'))
    expect(readsOfRequests(reads, sent === undefined ? [] : [sent])).toMatchObject([{ request: 1 }])
  })

  test('a mask in a result is no leak where no request held the value', () => {
    const { reads } = runOf({ hits: [[], [], []], masked: ['r.a.t1'] })
    expect(reads).toEqual([])
  })

  test('a value that was private only later marks no call that handed it on before', () => {
    const late = { masked: ['r.a.t1'], where: `tool.finished text${SEEN_EARLIER}` }
    const { reads } = runOf({ hits: [[], [hit('strong')], []], ...late })
    expect(reads).toMatchObject([{ request: 2, calls: [] }])
  })

  test('a weak value is told as maybe, of the calls that could read it and after which there was more of it', () => {
    const { reads } = runOf({ hits: [[hit('weak')], [hit('weak'), hit('weak', 9)], [hit('weak'), hit('weak', 9)]] })
    expect(readsOfCall(reads, id('r.a.t1'))).toMatchObject([{ request: 2, maybe: true }])
    expect(readsOfCall(reads, id('r.a.t2'))).toEqual([])
    expect(keysRead(reads).size).toBe(0)
    expect(toneOfReads(reads)).toBe('wait')
  })

  test('public values are no leak', () => {
    expect(runOf({ hits: [[hit('public')], [], []] }).reads).toEqual([])
  })

  test('both sides of the call tell what its model read', () => {
    const { ledger, trace } = runOf({ hits: [[], [hit('strong')], []], masked: ['r.a.t1'] })
    expect(callSides(trace, ledger, id('r.a.t1'))?.modelReads).toMatchObject([{ key: 'token', request: 2 }])
    expect(callSides(trace, ledger, id('r.a.t2'))?.modelReads).toEqual([])
  })

  test('the words name the value, the request and what to do', () => {
    const [strong] = runOf({ hits: [[], [hit('strong')], []], masked: ['r.a.t1'] }).reads
    const [weak] = runOf({ hits: [[hit('weak')], [], []] }).reads
    expect(strong === undefined ? '' : readWords(strong)).toBe('token went to the model in request #2')
    expect(weak === undefined ? '' : readWords(weak)).toBe(
      'token may have gone to the model in request #1 (short or common text: it may be chance)',
    )
    expect(readAdvice('Guestbook')).toBe('Return less from Guestbook: a model reads all that it returns.')
    expect(toneOfReads(strong === undefined ? [] : [strong])).toBe('fail')
    expect(toneOfReads([])).toBeUndefined()
  })
})
