import { expect, test } from 'vitest'
import { answeredText } from './check-approval.ts'

test.each([
  ['approved', undefined, 'This call was already approved.'],
  ['edited', undefined, 'This call was already approved with other arguments.'],
  ['rejected', 'it is still needed', 'This call was already rejected.'],
  ['expired', 'nobody answered in time', 'This call was already refused, because nobody answered in time.'],
  [
    'expired',
    'the server ended before anybody answered',
    'This call was already refused, because the server ended before anybody answered.',
  ],
  ['expired', undefined, 'This call was stopped before anybody answered, so it was not made.'],
] as const)('a late answer to a call that is %s (%s) hears what came of it', (decision, reason, text) => {
  expect(answeredText({ decision, ...(reason !== undefined && { reason }) })).toBe(text)
})
