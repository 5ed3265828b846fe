import type { CalledAlone, LogEvent } from '@slyglass/run-log'
import { expect, test } from 'vitest'
import type { CommandIo } from '../command.ts'
import { createOutputPrinter, printCalled } from './print-call.ts'

test.each([
  ['invalid-arguments', false],
  ['raised', true],
])('of a call that failed with %s people are shown its details: %s', (code, shown) => {
  const out: string[] = []
  const failure = { code, message: 'It failed.', detail: '{"errors":[]}' }
  const call = { outcome: 'failed', text: 'Says why.', failure, changed: [], removed: [], notes: [], attempts: 1 }
  printCalled(
    { calls: [call] } as unknown as CalledAlone,
    { out: (line: string) => out.push(line) } as unknown as CommandIo,
  )
  expect(out.join('\n').includes('For people')).toBe(shown)
  expect(out).toEqual(expect.arrayContaining(['A model reads:', '  Says why.']))
})

test.each([
  [{ structure: '{"pct":50}', text: '' }, '… {"pct":50}'],
  [{ structure: '{"pct":50,"text":"half"}', text: 'half' }, '… half'],
])('of a report of progress (%j) people see what was reported', (report, line) => {
  const err: string[] = []
  const print = createOutputPrinter({ err: (said: string) => err.push(said) } as unknown as CommandIo)
  print([{ type: 'attempt.delta', kind: 'progress', ...report }] as unknown as readonly LogEvent[])
  expect(err).toEqual([line])
})
