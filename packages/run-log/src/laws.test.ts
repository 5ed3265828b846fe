import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  activityReducer,
  approvalsReducer,
  compactLog,
  decodeEvent,
  decodeLog,
  encodeEvent,
  historyReducer,
  type LogEvent,
  limitsReducer,
  type Reducer,
  sharedValuesReducer,
  slyLedgerReducer,
  todosReducer,
  traceReducer,
  transcriptReducer,
  usageReducer,
  verifyLog,
} from './index.ts'
import { choicesArbitrary, randomLog } from './testing/index.ts'

const RUNS = process.env.SLYGLASS_SOAK === '1' ? 2000 : 150
const REDUCERS: readonly (readonly [string, Reducer<unknown>])[] = [
  ['trace', traceReducer as Reducer<unknown>],
  ['transcript', transcriptReducer as Reducer<unknown>],
  ['approvals', approvalsReducer as Reducer<unknown>],
  ['shared values', sharedValuesReducer as Reducer<unknown>],
  ['todos', todosReducer as Reducer<unknown>],
  ['limits', limitsReducer as Reducer<unknown>],
  ['activity', activityReducer as Reducer<unknown>],
  ['sly ledger', slyLedgerReducer as Reducer<unknown>],
  ['usage', usageReducer as Reducer<unknown>],
  ['history', historyReducer as Reducer<unknown>],
]
const logs = fc.tuple(choicesArbitrary, fc.constantFrom('finished' as const, 'open' as const))
const check = (property: (log: readonly LogEvent[], choices: readonly number[]) => void) =>
  fc.assert(
    fc.property(logs, ([choices, end]) => {
      property(randomLog(choices, end), choices)
    }),
    { numRuns: RUNS },
  )

describe.each(REDUCERS)('the %s of a log', (_name, reducer) => {
  const whole = (log: readonly LogEvent[]) => reducer.reduce(reducer.initial, log)

  test('[E1] is the same when events are delivered again', () => {
    check((log, [first = 0, second = 0]) => {
      const cut = first % (log.length + 1)
      const back = second % (cut + 1)
      const state = reducer.reduce(reducer.initial, log.slice(0, cut))
      expect(reducer.reduce(state, log.slice(cut - back))).toEqual(whole(log))
      const done = whole(log)
      expect(reducer.reduce(done, log)).toBe(done)
    })
  })

  test('[E4] is the same after compaction', () => {
    check((log) => expect(whole(compactLog(log))).toEqual(whole(log)))
  })

  test('[E5] is the same in whatever batches it comes, and no earlier state is changed', () => {
    check((log, choices) => {
      let state = reducer.initial
      const states: { state: unknown; copy: unknown }[] = []
      for (let at = 0, turn = 0; at < log.length; turn += 1) {
        const size = 1 + ((choices[turn % choices.length] ?? 0) % 9)
        state = reducer.reduce(state, log.slice(at, at + size))
        if (turn < 6) states.push({ state, copy: structuredClone(state) })
        at += size
      }
      expect(state).toEqual(whole(log))
      for (const one of states) expect(one.state).toEqual(one.copy)
    })
  })
})

describe('a log', () => {
  test('[E2] [E3] as a runtime writes it breaks no law; open logs only have no end', () => {
    check((log) => {
      expect(verifyLog(log)).toEqual([])
      const ended = log.at(-1)?.type === 'run.finished'
      expect(verifyLog(log, 'finished').length).toBe(ended ? 0 : 1)
    })
  })

  test('[E1] [E2] [E3] with an event missing, doubled or out of place is caught', () => {
    check((log, [choice = 0]) => {
      const at = choice % log.length
      const event = log[at]
      if (event === undefined) return
      const doubled = [...log.slice(0, at), event, ...log.slice(at)]
      expect(verifyLog(doubled).map((breach) => breach.law)).toContain('E1')
      // A start is missed by its end and by what starts below it; an open log may end before either.
      const isMissed = log
        .slice(at + 1)
        .some(({ type, span, parent }) =>
          /\.finished$/.test(type) ? span === event.span : /\.started$/.test(type) && parent === event.span,
        )
      if (/\.started$/.test(event.type) && isMissed)
        expect(verifyLog(log.filter((one) => one !== event)).length).toBeGreaterThan(0)
      if (log.length > 1) expect(verifyLog([...log].reverse()).length).toBeGreaterThan(0)
    })
  })

  test('[E6] decoding what was encoded gives the same events', () => {
    check((log) => {
      for (const event of log) expect(decodeEvent(encodeEvent(event))).toEqual({ ok: true, value: event })
      expect(decodeLog(log.map(encodeEvent).join('\n'))).toEqual({ ok: true, value: log })
    })
  })
})
