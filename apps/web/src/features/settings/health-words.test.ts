import { expect, test } from 'vitest'
import { healthWords } from './health-part.tsx'

const timestamp = '2030-01-02T03:04:05.000Z'
const check = { network: 'desk', tool: 'monitored', check: 'database' }

test.each([
  [{ status: 'healthy', timestamp, checks: [check] } as const, /^Healthy at .+\.$/],
  [
    {
      status: 'degraded',
      failed_checks: ['database', 'api'],
      timestamp,
      checks: [{ ...check, problem: 'ENOENT' }],
    } as const,
    /^Degraded at .+: database, api\.$/,
  ],
  [{ status: 'healthy', timestamp, checks: [] } as const, /^No tool of this project looks after itself/],
])('[U-77] the page says %j in words', (reply, words) => {
  expect(healthWords(reply)).toMatch(words)
})
