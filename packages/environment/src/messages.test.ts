import { describe, expect, test } from 'vitest'
import { decodeHostLine } from './messages.ts'

const SLY = { set: {}, del: [], opaque: {}, base: {} }
const DONE = {
  ...{ type: 'done', call: 'c1', sly: SLY, reads: null, abandoned: false, synchronous: false, text: '', ok: true },
  valueJson: '1',
}
const read = (message: object) => decodeHostLine(JSON.stringify(message))

describe('a line that a tool wrote on the wire itself', () => {
  test('is taken when it is a message', () => {
    expect(read(DONE)).toMatchObject({ type: 'done', valueJson: '1' })
    expect(read({ type: 'private', call: 'c1', values: { a: '3.0' } })).toMatchObject({ values: { a: '3.0' } })
  })

  test.each([
    ['a value', { ...DONE, sly: { ...SLY, set: { a: 'none' } } }],
    ['an earlier value', { ...DONE, sly: { ...SLY, set: { a: '1' }, base: { a: '{' } } }],
    ['a value that is too deep', { ...DONE, sly: { ...SLY, set: { a: '['.repeat(600) + ']'.repeat(600) } } }],
    ['a value that is still written', { type: 'private', call: 'c1', values: { a: 'none' } }],
    ['a result', { ...DONE, valueJson: '{"a":' }],
    ['a change of what tools share', { ...DONE, updateJson: 'none' }],
    ['the rest of a failure', { ...DONE, ok: false, code: 'x', message: '', traceback: '', valueJson: 'none' }],
    ['progress', { type: 'progress', call: 'c1', structureJson: 'none', content: '' }],
  ])('[B-45] is none where %s is no JSON', (_, message) => {
    expect(read(message)).toBeUndefined()
  })
})
