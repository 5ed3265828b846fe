// How much is read for one document.
import { err, ok } from '@slyglass/base'
import { evaluate } from '@slyglass/hocon'
import { expect, test } from 'vitest'
import { refused } from '../refusal.ts'
import { readWithIncludes } from './read-documents.ts'

/** Reads `main.hocon` and what it includes from files that are made when they are asked for. */
async function readAll(main: string, textOf: (path: string) => string | undefined) {
  let asked = 0
  const read = async (_root: string, path: string) => {
    asked += 1
    const text = path === 'main.hocon' ? main : textOf(path)
    return text === undefined ? err(refused(404, 'file-missing', path)) : ok({ path, text, hash: '' })
  }
  const found = await readWithIncludes({ read }, '/', 'main.hocon', (texts) => {
    const result = evaluate(main, { profile: 'neuro-san', doc: 'main.hocon', read: (doc) => texts[doc] })
    return { result, missing: result.missing.map(({ doc }) => doc) }
  })
  return { asked, codes: new Set(found?.result.diagnostics.map(({ code, severity }) => `${severity} ${code}`)) }
}
const includes = (count: number) => Array.from({ length: count }, (_, index) => `include "f${index}.hocon"\n`).join('')

test('reading ends where an evaluation takes no more of included texts, and the evaluation says so', async () => {
  const large = `# ${'x'.repeat(2_000_000)}`
  const { asked, codes } = await readAll(includes(1000), () => large)
  expect(asked).toBeLessThan(50)
  expect(codes).toContain('error too-many-includes')
})

test('reading ends where an evaluation follows no more includes, whether their files are there or not', async () => {
  const there = await readAll(includes(5000), () => 'a = 1\n')
  expect(there.asked).toBeLessThan(2100)
  expect(there.codes).toContain('error too-many-includes')
  const gone = await readAll(includes(5000), () => undefined)
  expect(gone.asked).toBeLessThan(2100)
})

test('what is within the limits is read whole, in many rounds of many files', async () => {
  const nested = (path: string) => (path.startsWith('f') ? 'include "deep.hocon"\nb = 1\n' : 'c = 1\n')
  const { asked, codes } = await readAll(includes(200), nested)
  expect([asked, [...codes]]).toEqual([202, ['hint overridden']])
})
