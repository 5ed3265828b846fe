import { describe, expect, test } from 'vitest'
import type { RunView } from '../../app/public/runs.ts'
import { missingStandIns, savedTurn, testFileFor, testText } from './run-test.ts'

const started = {
  ...{ network: 'basic/desk', message: 'Who are you?', history: [], sly: [{ key: 'token' }] },
  model: { label: 'm', baseUrl: 'offline:', offline: true },
}
const view = (more: object = {}, finished: object = { outcome: 'ok', answer: 'A "desk".\nReally.' }) =>
  ({ started: { ...started, ...more }, finished }) as unknown as RunView

describe('a run as a test', () => {
  test('holds what was said and answered, and no private value', () => {
    const turn = savedTurn(view())
    if (turn === undefined) throw new Error('there is no turn')
    const text = testText(turn)
    expect(text).toContain('agent = "basic/desk"')
    expect(text).toContain('text = "Who are you?"')
    expect(text).toContain(String.raw`value = "A \"desk\".\nReally."`)
    expect(text).toContain('\n      sly_data { "token" = "…" }\n')
    expect(text).not.toContain('keywords')
    expect(testText({ ...turn, isOffline: false, keys: [] })).toMatch(/keywords(?![\s\S]*sly_data)/)
  })

  test('says which private values it has to be given before it runs', () => {
    expect(missingStandIns({ keys: [] })).toBeUndefined()
    expect(missingStandIns({ keys: ['token'] })).toContain('a stand-in for token under sly_data')
    expect(missingStandIns({ keys: ['token', 'user'] })).toContain('stand-ins for token, user under sly_data')
  })

  test.each([
    ['with a past', view({ history: [{ sha: 'x' }] })],
    ['of one tool alone', view({ call: { tool: 't', args: '{}' } })],
    ['of a command', view({ command: { prefix: ',' } })],
    ['without words', view({ message: ' ' })],
    ['that failed', view({}, { outcome: 'failed', answer: 'No.' })],
    ['without an answer', view({}, { outcome: 'ok', answer: '' })],
  ])('one %s is none', (_case, run) => {
    expect(savedTurn(run)).toBeUndefined()
  })

  test('takes the first name that is free', () => {
    expect(testFileFor('a/b', [])).toBe('tests/a/b_saved_1.hocon')
    expect(testFileFor('a', ['tests/a_saved_1.hocon', 'tests/a_saved_2.hocon'])).toBe('tests/a_saved_3.hocon')
  })
})
