// Code of a model whose process dies at each commit: the run goes on to the same answer, each call of the code at its own place.
import type { SpanId } from '@slyglass/base'
import { callOfAttempt, isOf, verifyLog } from '@slyglass/run-log'
import { expect, test } from 'vitest'
import { type CrashPoint, crashingStore } from '../testing/crash.ts'
import {
  type FakeCell,
  type FakeTool,
  fakeCode,
  MemoryRunStore,
  ruledBench,
  TEST_RUN,
  testBench,
} from '../testing/index.ts'

const cell: FakeCell = async ({ use, print }) => {
  const notes = await Promise.all(['b', 'a', 'a'].map((what) => use('note', { what })))
  print(`${notes.join()}\n`)
}

async function play(point: CrashPoint, language: 'python' | 'javascript') {
  const store = new MemoryRunStore()
  const made: SpanId[] = []
  const first = { dead: false }
  let commits = 0
  const note: FakeTool = (args, { host }) => {
    if (!first.dead || isSecond) made.push(host.span)
    return `noted ${String(args.get('what'))}`
  }
  let isSecond = false
  const bench = (wrap: boolean) => {
    const studio = { profile: 'bub', on_doubt: 'rerun', code_mode: { enabled: true, language } }
    const parameters = { type: 'object', properties: { what: { type: 'string' } } }
    const ruled = ruledBench({
      studio,
      tools: { note: { run: note, parameters } },
      turns: [[{ tool: 'run_code', args: '{"code": "notes"}' }]],
    })
    const { models, hosts, request } = ruled
    const wrapStore = (inner: MemoryRunStore) => {
      const crashing = crashingStore(inner, point, first)
      return {
        ...crashing,
        commit: (...given: Parameters<typeof crashing.commit>) => {
          commits += 1
          return crashing.commit(...given)
        },
      }
    }
    const code = fakeCode({ notes: cell })
    return {
      request,
      code,
      ...testBench({ models, hosts, code, store, ...(wrap && { wrapStore: wrapStore as never }) }),
    }
  }
  const before = bench(true)
  await before.runtime.start(before.request).catch(() => undefined)
  await before.runtime.settled(TEST_RUN)
  const left = await before.log().catch(() => [])
  if (left.length === 0) return undefined
  isSecond = true
  if (left.at(-1)?.type !== 'run.finished') await bench(false).runtime.execute(TEST_RUN, new AbortController().signal)
  return { left, log: await before.log(), commits, made }
}

test.each(['python', 'javascript'] as const)(
  '[M1.4] [B-30] code of a model goes on to the same end from every place (%s)',
  async (language) => {
    const whole = await play({ commit: Number.POSITIVE_INFINITY, written: true }, language)
    if (whole === undefined) throw new Error('the run did not begin')
    let recoveries = 0
    for (let commit = 2; commit <= whole.commits; commit += 1)
      for (const written of [true, false]) {
        const ended = await play({ commit, written }, language)
        if (ended === undefined) continue
        recoveries += 1
        const where = `commit ${commit}, ${written ? 'written' : 'lost'}`
        expect([where, verifyLog(ended.log, 'finished')]).toEqual([where, []])
        expect([where, ended.log.at(-1)]).toMatchObject([where, { outcome: 'ok', answer: 'done' }])
        const texts = ended.log.flatMap((event) =>
          isOf(event, 'tool.finished') && event.outcome === 'ok' ? [event.text] : [],
        )
        const cells = ended.log.filter((event) => isOf(event, 'attempt.started') && event.source?.file === 'run_code')
        if (language === 'javascript') expect([where, cells.length]).toEqual([where, 1])
        // What was answered before is not made again, unless the whole code is.
        const answered = ended.left.filter((event) => isOf(event, 'attempt.finished') && event.outcome === 'ok')
        const twice = answered.filter(({ span }) => ended.made.filter((one) => one === span).length > 1)
        expect([where, twice.map(({ span }) => span)]).toEqual([where, []])
        if (cells.length === 1)
          expect([where, new Set(ended.made.map((span) => callOfAttempt(span))).size]).toEqual([where, 3])
        expect([where, texts.at(-1)]).toEqual([where, 'noted b,noted a,noted a\n'])
      }
    expect(recoveries).toBeGreaterThan(10)
  },
  120_000,
)
