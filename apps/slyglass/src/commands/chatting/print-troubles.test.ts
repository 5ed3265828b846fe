import type { LogEvent } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { createTroublePrinter } from './print-troubles.ts'

const events = (...some: readonly object[]) => some as unknown as readonly LogEvent[]
const started = (span: string, tool: string) => ({ type: 'tool.started', span, tool })
const lost = (span: string) => ({
  ...{ type: 'tool.finished', span, outcome: 'failed' },
  failure: { code: 'host-lost', message: 'The thread of the run ended.' },
})
const done = (span: string) => ({ type: 'tool.finished', span, outcome: 'ok' })
const note = (text: string, level = 'warning') => ({ type: 'note.noted', span: 'r', level, text })

function told(given: readonly LogEvent[], place = { root: '/p', told: [] as readonly string[] }) {
  const lines: string[] = []
  createTroublePrinter((line) => void lines.push(line), place)(given)
  return lines
}

describe('troubles on the way to an answer', () => {
  test('a call that is lost names those that ran beside it, and what to look for', () => {
    const lines = told(
      events(started('1', 'slow'), started('2', 'crash'), started('3', 'quick'), done('3'), lost('1'), lost('2')),
    )
    expect(lines).toEqual([
      expect.stringMatching(
        /^slow failed \(host-lost\): The thread of the run ended\. It ran beside crash and quick: .*loops without end/,
      ),
      expect.stringMatching(/^crash failed .* It ran beside slow and quick: /),
    ])
  })

  test('one whose failure names who is to blame needs no more words', () => {
    const failure = { code: 'host-lost', message: 'spin did not end when told to.' }
    const victim = { type: 'tool.finished', span: '1', outcome: 'failed', failure }
    expect(told(events(started('1', 'slow'), started('2', 'spin'), victim))).toEqual([
      'slow failed (host-lost): spin did not end when told to.',
    ])
  })

  test('one that ran alone, or after another, names nobody', () => {
    const lines = told(events(started('1', 'early'), done('1'), started('2', 'crash'), lost('2')))
    expect(lines).toEqual(['crash failed (host-lost): The thread of the run ended.'])
  })

  test('why a run failed is told, unless its answer says so itself', () => {
    const failure = { code: 'provider-error', message: 'The model endpoint failed by itself (500). Try again.' }
    const ended = (answer: string) => events({ type: 'run.finished', outcome: 'failed', answer, failure })
    expect(told(ended('Error from front: Agent stopped due to exception Error code: 500 - oops'))).toEqual([
      failure.message,
    ])
    expect(told(ended(`Error from front: ${failure.message}`))).toEqual([])
    expect(told(events({ type: 'run.finished', outcome: 'ok', answer: 'Hello' }))).toEqual([])
  })

  test('warnings are told once, and not of tools that were told of before', () => {
    const given = events(note('an older version is in use'), note('an older version is in use'), note('fine', 'info'))
    expect(told(given)).toEqual(['an older version is in use'])
    const place = { root: '/p', told: ['greet'] }
    expect(told(events(note('greet is not offered: no'), note('part is not offered: no')), place)).toEqual([
      'part is not offered: no',
    ])
  })
})
