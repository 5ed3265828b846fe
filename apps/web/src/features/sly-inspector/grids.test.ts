import { runId, type SpanId, sessionId } from '@slyglass/base'
import { type LogEvent, type ScanHit, slyLedgerReducer, traceReducer } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { boundaryColumns, boundaryRows } from './boundary-grid.ts'
import { findCulprit } from './culprit.ts'
import { hitsOf, ledgerGrid } from './ledger-grid.ts'
import { draftRows, type VaultTurn, vaultRows } from './vault-rows.ts'

const ref = (key: string, fingerprint = key.repeat(8)) => ({ key, fingerprint, bytes: 3 })
const span = (id: string) => id as SpanId
let seq = 0
const event = (type: string, id: string, parent: string | null, payload: object) =>
  ({ v: 1, runId: runId('run_1'), seq: seq++, at: seq * 10, span: id, parent, type, ...payload }) as unknown as LogEvent

const request = (keys: readonly [string, string][], hits: readonly ScanHit[]) => ({
  of: 'model',
  number: 1,
  digest: 'd',
  request: {
    url: 'u',
    bytes: 900,
    parts: [],
    scan: {
      values: keys.length,
      classes: { strong: 1, weak: 0, public: 0, unsearchable: 0 },
      keys: keys.map(([key, strength]) => ({ key, strength })),
      hits,
      passes: ['A'],
    },
  },
})
const hit: ScanHit = { key: 'card', form: 'plain text', offset: 3118, strength: 'strong' }

function sampleRun() {
  seq = 0
  const events = [
    event('run.started', 'r', null, { session: sessionId('ses_1'), network: 'n', sly: [ref('card'), ref('flag')] }),
    event('agent.started', 'r.a', 'r', { agent: 'desk', role: 'front-man', instance: 1, input: 'hi' }),
    event('model.started', 'r.a.m1', 'r.a', { agent: 'desk', turn: 1, model: 'm' }),
    event(
      'attempt.started',
      'r.a.m1#1',
      'r.a.m1',
      request(
        [
          ['card', 'strong'],
          ['flag', 'unsearchable'],
        ],
        [],
      ),
    ),
    event('tool.started', 'r.a.t1.1', 'r.a', {
      agent: 'desk',
      tool: 'till',
      kind: 'coded-tool',
      callId: 'c1',
      args: '{}',
      batch: { id: 'b', size: 1, mode: 'parallel', ceilingMs: 0 },
    }),
    event('attempt.started', 'r.a.t1.1#1', 'r.a.t1.1', { of: 'tool', number: 1, digest: 'd', sly: [ref('card')] }),
    event('sly.changed', 'r.a.t1.1#1', 'r.a.t1.1', {
      set: [{ ...ref('quote'), by: 'r.a.t1.1#1' }],
      removed: [],
      conflicts: [],
    }),
    event('attempt.finished', 'r.a.t1.1#1', 'r.a.t1.1', { outcome: 'ok', reads: ['card'] }),
    event('model.started', 'r.a.m2', 'r.a', { agent: 'desk', turn: 2, model: 'm' }),
    event(
      'attempt.started',
      'r.a.m2#1',
      'r.a.m2',
      request(
        [
          ['card', 'strong'],
          ['quote', 'public'],
        ],
        [hit],
      ),
    ),
    event('sly.crossed', 'r', null, {
      boundary: 'to-upstream',
      peer: 'client',
      passed: [{ key: 'quote', as: 'offer' }],
      withheld: ['card', 'flag'],
      rule: 'allow.to_upstream',
    }),
  ]
  return {
    ledger: slyLedgerReducer.reduce(slyLedgerReducer.initial, events),
    trace: traceReducer.reduce(traceReducer.initial, events),
  }
}

describe('the ledger as a table', () => {
  test('[S-32] every value has a cell for every request: found, clean, not there yet, not searchable, public', () => {
    const { ledger, trace } = sampleRun()
    expect(ledgerGrid(ledger, trace).map(({ key, cells }) => [key, ...cells.map(({ kind }) => kind)])).toEqual([
      ['card', 'clean', 'hit'],
      ['flag', 'unsearched', 'absent'],
      ['quote', 'absent', 'public'],
    ])
  })

  test('[S-33] an occurrence names request, key, form and byte', () => {
    const { ledger, trace } = sampleRun()
    expect(hitsOf(ledger, trace)).toEqual([{ request: 2, span: span('r.a.m2#1'), hit }])
  })

  test('[S-33] the call whose answer brought the value is found from its mark in the messages', () => {
    const { trace } = sampleRun()
    const outline = {
      messages: [
        { role: 'user', text: 'hi', calls: [] },
        { role: 'tool', text: 'paid with ⟨sly:card⟩', calls: [], callId: 'c1' },
      ],
      tools: [],
      rest: '{}',
    }
    expect(findCulprit(outline, 'card', trace)).toMatchObject({
      message: 2,
      role: 'tool',
      words: 'the result of till',
      call: { id: 'r.a.t1.1' },
    })
    expect(findCulprit(outline, 'quote', trace)).toBeUndefined()
  })
})

describe('boundaries as a table', () => {
  test('[S-35] a value passes, passes under another name, is withheld, or was not asked for', () => {
    const { ledger, trace } = sampleRun()
    expect(boundaryColumns(ledger)).toEqual([
      { id: 'to-upstream client', title: 'back to client', rule: 'allow.to_upstream' },
    ])
    expect(boundaryRows(ledger, trace)).toEqual([
      { key: 'card', readBy: ['till'], cells: [{ kind: 'withheld' }] },
      { key: 'flag', readBy: [], cells: [{ kind: 'withheld' }] },
      { key: 'quote', readBy: [], cells: [{ kind: 'passed', as: 'offer' }] },
    ])
  })
})

describe('the vault as a list', () => {
  test('[S-34] values that wait for the first run are named, never shown', () => {
    expect(draftRows('{"running_cost": 3.0, "api_key": "k-demo"}')).toEqual([
      { key: 'running_cost', origin: 'sent with the first message' },
      { key: 'api_key', origin: 'sent with the first message' },
    ])
  })

  test('[S-37] a key says who wrote it, and a running run is newer than the list', () => {
    const { ledger, trace } = sampleRun()
    const listed = [ref('card'), ref('flag')]
    const origins = (running: boolean) =>
      vaultRows(listed, [{ number: 1, ledger, trace, running }]).map(({ key, origin }) => `${key} ${origin}`)
    expect(origins(false)).toEqual(['card from client', 'flag from client'])
    expect(origins(true)).toEqual(['card from client', 'flag from client', 'quote from till'])
  })

  describe('[S-37] over several turns', () => {
    /** A turn that has these values at its beginning, as `key=print`, and whose tool leaves others. */
    const turn = (number: number, had: readonly string[], written: readonly string[] = []): VaultTurn => {
      const refs = (texts: readonly string[]) =>
        texts.map((text) => ({ key: text.split('=')[0] ?? '', fingerprint: text.split('=')[1] ?? '', bytes: 1 }))
      seq = 0
      const events = [
        event('run.started', 'r', null, { session: sessionId('ses_1'), network: 'n', sly: refs(had) }),
        event('agent.started', 'r.a', 'r', { agent: 'desk', role: 'front-man', instance: 1, input: 'hi' }),
        event('tool.started', 'r.a.t1.1', 'r.a', {
          ...{ agent: 'desk', tool: 'till', kind: 'coded-tool', callId: 'c1', args: '{}' },
          batch: { id: 'b', size: 1, mode: 'parallel', ceilingMs: 0 },
        }),
        event('attempt.started', 'r.a.t1.1#1', 'r.a.t1.1', { of: 'tool', number: 1, digest: 'd', sly: [] }),
        event('sly.changed', 'r.a.t1.1#1', 'r.a.t1.1', {
          ...{ removed: [], conflicts: [] },
          set: refs(written).map((one) => ({ ...one, by: 'r.a.t1.1#1' })),
        }),
      ]
      const ledger = slyLedgerReducer.reduce(slyLedgerReducer.initial, events)
      return { number, ledger, trace: traceReducer.reduce(traceReducer.initial, events), running: false }
    }
    const origin = (print: string, ...turns: readonly VaultTurn[]) =>
      vaultRows([{ key: 'cost', fingerprint: print, bytes: 1 }], turns)[0]?.origin

    test('a value that a tool wrote in an earlier one names the tool and the turn', () => {
      expect(origin('b', turn(1, ['cost=a'], ['cost=b']), turn(2, ['cost=b']))).toBe('from till in turn 1')
      expect(origin('c', turn(1, ['cost=a'], ['cost=b']), turn(2, ['cost=b'], ['cost=c']))).toBe('from till')
    })

    test('a value that the client sent stays the client’s, and one that it put in between is', () => {
      expect(origin('a', turn(1, ['cost=a']), turn(2, ['cost=a']))).toBe('from client')
      expect(origin('z', turn(1, [], ['cost=b']), turn(2, ['cost=z']))).toBe('from client')
      expect(origin('z', turn(1, [], ['cost=b']))).toBe('from client')
    })

    test('where older turns are not shown, and where a turn has not come yet, nothing is claimed', () => {
      expect(origin('a', turn(31, ['cost=a']))).toBe('from before turn 31')
      const coming = { ...turn(2, []), ledger: slyLedgerReducer.initial }
      expect(origin('a', turn(1, [], ['cost=a']), coming)).toBe('')
    })
  })
})
