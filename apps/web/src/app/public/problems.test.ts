import type { Diagnostic } from '@slyglass/network'
import { expect, test } from 'vitest'
import { problemKey, problemsOf } from './problems.ts'

const at = (from: number) => ({ doc: 'registries/desk.hocon', from, to: from + 1 })
const problem = (from: number, more: Partial<Diagnostic> = {}): Diagnostic => ({
  ...{ code: 'mixed-join', severity: 'warning', message: 'differs at runtime', at: at(from), fixes: [] },
  ...more,
})

test('[S-3] a broken text that leads to the same problem twice has it once, and no two rows have one key', () => {
  const diagnostics = [problem(9), problem(4), problem(9), problem(9, { severity: 'error', code: 'other' })]
  const shown = problemsOf({ diagnostics, preflight: undefined, network: undefined })
  expect(shown.map(({ code, at }) => [code, at.from])).toEqual([
    ['other', 9],
    ['mixed-join', 9],
    ['mixed-join', 4],
  ])
  expect(new Set(shown.map(problemKey)).size).toBe(shown.length)
})

test('[S-3] what is wrong with the script of the offline model is a problem of its network', () => {
  const script = [
    problem(3, { code: 'offline-script-tool', at: { doc: 'registries/desk.offline.json', from: 3, to: 9 } }),
  ]
  const preflight = { network: 'desk', tools: [], tried: false, script }
  const shown = problemsOf({ diagnostics: [problem(4, { severity: 'error' })], preflight, network: undefined })
  expect(shown.map(({ code }) => code)).toEqual(['mixed-join', 'offline-script-tool'])
})
