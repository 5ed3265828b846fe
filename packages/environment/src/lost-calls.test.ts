import { expect, test } from 'vitest'
import { whyLost } from './lost-calls.ts'

const ENDED = { code: 'host-lost', message: 'The thread of the tool ended by itself.' }
const MEMORY = { code: 'memory', message: 'The tool ran out of memory.' }

test('a call that is lost for another names that one, and is not to blame', () => {
  expect(whyLost(ENDED, { stopped: ['spin', 'spin'], begun: ['slow', 'quick'] })).toEqual({
    code: 'host-lost',
    message:
      'spin did not end when told to, so the thread that this call shared with it was ended. ' +
      'This call did nothing wrong: call it again, and mend spin.',
  })
})

test('a thread that ends by itself with one call needs no more words', () => {
  expect(whyLost(MEMORY, { stopped: [], begun: ['greedy'] })).toEqual(MEMORY)
})

test('with more calls it names all of them, each once', () => {
  expect(whyLost(MEMORY, { stopped: [], begun: ['a', 'b', 'b', 'c'] })).toEqual({
    code: 'memory',
    message:
      'The thread ran out of memory while it ran calls of a, b and c: all of them are lost, and any one may be to blame. ' +
      'Call them one by one, with less at once, to see which.',
  })
  expect(whyLost(ENDED, { stopped: [], begun: ['a', 'b'] }).message).toMatch(
    /^The thread of the tool ended by itself while it ran calls of a and b:/,
  )
})
