import { sha256, spanId } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { changedArgs, progressShare, summariseResult, tailOf } from './call-summary.ts'

test('[S-17] a call tells the arguments that a person put in place of the model’s', () => {
  const asked = { call: spanId('r.a.t1.1'), args: '{"to":"Kim"}', argsSha: sha256('0'.repeat(64)), at: 1 }
  const answered = (decision: 'approved' | 'edited', args?: string) =>
    changedArgs({ approval: { ...asked, answer: { at: 2, decision, ...(args !== undefined && { args }) } } })
  expect(answered('edited', '{"to":"Robin"}')).toBe('{"to":"Robin"}')
  expect(answered('approved')).toBeUndefined()
  expect([changedArgs({}), changedArgs({ approval: asked })]).toEqual([undefined, undefined])
})

describe('one line about a call', () => {
  test('[N-27] a result reads in its own digits, or in the words for the model', () => {
    expect(summariseResult({ result: '{"running_cost":6.0}', text: "{'running_cost': 6.0}" })).toBe('running_cost: 6.0')
    expect(summariseResult({ text: 'There are 3 of teapot on the shelf.' })).toBe('There are 3 of teapot on the shelf.')
    expect(summariseResult({ result: '"Booked 300 cents."' })).toBe('Booked 300 cents.')
    expect(summariseResult({})).toBe('')
  })

  test('progress is read in the usual ways, and kept between none and all', () => {
    const reports = [
      '{"percent": 63}',
      '{"current": 214, "total": 340}',
      '{"progress": 0.5}',
      '{"progress": 80}',
      '{"done": 9, "of": 3}',
      '{"stage": "x"}',
      'no JSON',
      undefined,
    ]
    expect(reports.map(progressShare)).toEqual([0.63, 214 / 340, 0.5, 0.8, 1, undefined, undefined, undefined])
  })

  test('output shows its last lines and counts the others', () => {
    expect(tailOf('1\n2\n3\n4\n', 2)).toEqual({ text: '3\n4', before: 2 })
    expect(tailOf('1', 2)).toEqual({ text: '1', before: 0 })
  })
})
