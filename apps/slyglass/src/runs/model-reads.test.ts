import { runId, sha256, spanId } from '@slyglass/base'
import type { Draft, RunEvent } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { createModelReads } from './model-reads.ts'

type Hits = readonly (readonly [key: string, strength: 'strong' | 'weak' | 'public'])[]

/** A store with one log per run, each a list of the hits of its requests. */
function storeOf(logs: Readonly<Record<string, readonly Hits[]>>) {
  let reads = 0
  const read = async (run: string, after: number): Promise<readonly RunEvent[]> => {
    reads += 1
    const events = (logs[run] ?? []).map((hits, seq) => ({ v: 1, runId: run, seq, at: seq, ...requestWith(hits) }))
    return (events as unknown as RunEvent[]).filter(({ seq }) => seq > after)
  }
  return { store: { read }, reads: () => reads }
}

function requestWith(hits: Hits): Draft {
  const found = hits.map(([key, strength]) => ({ key, strength, form: 'raw', offset: 0, length: 5 }))
  return {
    ...{ type: 'attempt.started', of: 'model', span: spanId('r.a.m1#1'), parent: spanId('r.a.m1'), number: 1 },
    digest: sha256('0'.repeat(64)),
    request: { scan: { hits: found } },
  } as unknown as Draft
}

const rows = (...runs: readonly string[]) => runs.map((run) => ({ run: runId(run), status: 'finished' as const }))

describe('runs that gave a private value to a model', () => {
  test('are those with a finding in a request; a certain one is told before a doubtful one', async () => {
    const { store } = storeOf({
      run_none: [[], []],
      run_public: [[['city', 'public']]],
      run_maybe: [[], [['pin', 'weak']]],
      run_both: [[['pin', 'weak']], [['token', 'strong']]],
    })
    expect(await createModelReads(store).of(rows('run_none', 'run_public', 'run_maybe', 'run_both'))).toEqual([
      { run: 'run_maybe', key: 'pin', request: 2, maybe: true },
      { run: 'run_both', key: 'token', request: 2, maybe: false },
    ])
  })

  test('are read once, and one that goes on not at all', async () => {
    const { store, reads } = storeOf({ run_a: [[['token', 'strong']]], run_b: [[]], run_open: [[['token', 'strong']]] })
    const known = createModelReads(store)
    const asked = [...rows('run_a', 'run_b'), { run: runId('run_open'), status: 'open' as const }]
    const first = await known.of(asked)
    expect(first.map(({ run }) => run)).toEqual(['run_a'])
    expect(await known.of(asked)).toEqual(first)
    expect(reads()).toBe(2)
  })
})
