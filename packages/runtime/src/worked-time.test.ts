import { type SpanId, spanId } from '@slyglass/base'
import { RESUMED, type RunEvent } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { LET_GO } from './losses.ts'
import { workedTime } from './worked-time.ts'

const AGENT = spanId('r.a')
const event = (type: string, at: number, span: SpanId, more: object = {}) => ({ type, at, span, ...more }) as RunEvent
const started = (at: number, span = AGENT) => event('agent.started', at, span)
const asked = (at: number, call: string) => event('approval.requested', at, spanId(`${call}?`))
const answered = (at: number, call: string) => event('approval.answered', at, spanId(`${call}?`))
const note = (at: number, source?: string) => event('note.noted', at, spanId('r'), { source })

describe('the time that an agent has used when its run is taken over', () => {
  test('is all of it while nobody was asked', () => {
    expect(workedTime([started(10), note(40), note(100)], started(10))).toBe(90)
  })

  test('[M1.4] leaves out what a person took, once where several were asked, and what is not answered yet', () => {
    const log = [started(0), asked(10, 'r.a.t1.1'), asked(20, 'r.a.t1.2'), answered(60, 'r.a.t1.1')]
    expect(workedTime([...log, answered(90, 'r.a.t1.2'), note(100)], started(0))).toBe(20)
    expect(workedTime([...log, note(100)], started(0))).toBe(10)
  })

  test('counts the time in which another agent asked, and not that of one below', () => {
    const inner = spanId('r.a.t1.1.a')
    const log = [started(0), started(0, inner), asked(10, `${inner}.t1.1`), note(100)]
    expect(workedTime(log, started(0))).toBe(10)
    expect(workedTime(log, started(0, spanId('r.a.t1.2.a')))).toBe(100)
  })

  test('[M1.4] leaves out the time without a server, and that in which a server waited to be let go', () => {
    const log = [started(0), note(30), note(250, LET_GO), note(9000, RESUMED), note(9010)]
    expect(workedTime(log, started(0))).toBe(40)
  })

  test('a question that a closed server had asked keeps the time that it was on screen', () => {
    const question = asked(30, 'r.a.t1.1')
    const log = [started(0), question, note(250, LET_GO), note(9000, RESUMED)]
    expect(workedTime(log, question)).toBe(220)
    expect(workedTime(log, started(0))).toBe(30)
  })
})
