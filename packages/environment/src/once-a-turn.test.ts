import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { onceATurn } from './once-a-turn.ts'

test('the same is answered until the event loop has turned, for each question, and asked anew afterwards', async () => {
  const asked: string[] = []
  const answer = onceATurn((about) => {
    asked.push(about)
    return asked.length
  })
  expect([answer('a'), answer('b'), answer('a')]).toEqual([1, 2, 1])
  await Promise.resolve()
  expect(answer('a')).toBe(1)
  await turn()
  expect([answer('a'), answer('a')]).toEqual([3, 3])
  await turn()
  expect(answer('b')).toBe(4)
  expect(asked).toEqual(['a', 'b', 'a', 'b'])
})
