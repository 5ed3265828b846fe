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

  test('is none where a part of it is of another kind', () => {
    const failure = { ...DONE, ok: false, code: 'raised', message: '', traceback: '', valueJson: undefined }
    const others = [7, true, 'text', null, ['text'], [7], { a: '1' }, { a: 7 }, undefined]
    const kinds: Readonly<Record<string, readonly unknown[]>> = {
      ...{ call: ['text'], text: ['text'], reads: [null, ['text'], undefined] },
      ...{ abandoned: [true, undefined], synchronous: [true, undefined], holds: [true, undefined] },
      ...{ warnings: [['text'], undefined], sly: [{ a: '1' }, { a: 7 }, undefined], ok: [true] },
      ...{ code: ['text'], message: ['text'], traceback: ['text'], category: ['text', undefined] },
    }
    for (const [part, fit] of Object.entries(kinds))
      for (const value of others) {
        const isFit = fit.some((one) => JSON.stringify(one) === JSON.stringify(value))
        expect([part, value, read({ ...failure, [part]: value }) !== undefined]).toEqual([part, value, isFit])
      }
    const diffs = {
      set: [{ a: '1' }, undefined],
      del: [['text'], undefined],
      opaque: [{ a: '1' }, undefined],
      base: [{ a: '1' }, undefined],
      report: [7, undefined],
    }
    for (const [part, fit] of Object.entries(diffs))
      for (const value of others) {
        const isFit = fit.some((one) => JSON.stringify(one) === JSON.stringify(value))
        const sly = { ...SLY, [part]: value }
        expect([part, value, read({ ...DONE, sly }) !== undefined]).toEqual([part, value, isFit])
      }
    expect(
      decodeHostLine(JSON.stringify({ ...DONE, sly: { ...SLY, report: 7 } }).replace('7', '1e999')),
    ).toBeUndefined()
  })

  test('says less where a call ended as most do', () => {
    const short = { type: 'done', call: 'c1', ok: true, text: 'x' }
    const usual = { sly: SLY, reads: [], abandoned: false, synchronous: false }
    expect(read(short)).toMatchObject({ ...short, ...usual })
    expect(read({ ...short, sly: { report: 7 } })).toMatchObject({ ...usual, sly: { ...SLY, report: 7 } })
    // The schema, which everything else goes through, says the same.
    expect(read({ ...short, warnings: ['w'] })).toMatchObject({ ...short, ...usual })
    expect(read({ ...short, warnings: ['w'], sly: { del: ['a'] } })).toMatchObject({ sly: { ...SLY, del: ['a'] } })
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
