import type { EventOf } from '@slyglass/run-log'
import { expect, test } from 'vitest'
import { askPerson } from './ask-person.ts'

const question = { tool: 'rm', args: '{"path":"a"}' } as EventOf<'approval.requested'>

test.each([
  [['y'], { decision: 'approve' }],
  [['YES'], { decision: 'approve' }],
  [['n'], { decision: 'reject' }],
  [[], { decision: 'reject' }],
  [['perhaps', '', '[1]', 'no'], { decision: 'reject' }],
  [['n: not on a Friday'], { decision: 'reject', reason: 'not on a Friday' }],
  [['No too many files'], { decision: 'reject', reason: 'too many files' }],
  [['nothing', 'y'], { decision: 'approve' }],
  [['{"path": "b"}'], { decision: 'edit', args: '{"path": "b"}' }],
])('[U-85] the answers %j decide %j', async (given, expected) => {
  const [said, lines] = [[] as string[], [...given]]
  const decision = await askPerson(question, async () => lines.shift(), { err: (text) => void said.push(text) })
  expect(decision).toEqual(expected)
  expect(said[0]).toBe('rm wants to run with {"path":"a"}')
})
