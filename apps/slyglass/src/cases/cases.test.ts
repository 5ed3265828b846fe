// Data-driven tests against what neuro-san's own driver says about the same values and files.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject, type Json, type JsonObject, parseJson } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { comparesNothing, unreadKeys } from './case-notes.ts'
import { expectationsIn, faultOf } from './evaluators.ts'
import { printJunit } from './junit.ts'
import { readCase } from './read-case.ts'
import { runCase } from './run-case.ts'

const RECORDED = new URL('../../../../fixtures/recordings/test-cases/', import.meta.url)

const read = (text: string): JsonObject => {
  const parsed = parseJson(text)
  if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error(text)
  return parsed.value
}

/** `a.b` = value becomes { a: { b: value } }. */
const nested = (path: string, value: Json): JsonObject => {
  const [first = '', ...rest] = path.split('.')
  return new Map([[first, rest.length === 0 ? value : nested(rest.join('.'), value)]])
}

describe('[N-94] evaluators give the recorded verdicts', () => {
  const vectors = readFileSync(new URL('evaluator-vectors.jsonl', RECORDED), 'utf8').split('\n').filter(Boolean)
  test.each(vectors)('%s', (line) => {
    const vector = read(line)
    const key = String(vector.get('key'))
    const expectations = expectationsIn(
      nested(key, vector.get('tests') ?? null),
      nested(key, vector.get('actual') ?? null),
    )
    const passes = expectations.every((one) => faultOf(one) === undefined)
    expect(passes).toBe(vector.get('result') === 'pass')
  })
})

describe('[N-94] test files', () => {
  const folder = new URL('cases/', RECORDED)
  test.each(readdirSync(folder))('%s is read without a complaint', (name) => {
    expect(readCase(readFileSync(new URL(name, folder), 'utf8'), name)).toMatchObject({ ok: true })
  })

  test('what is no test is told in a sentence', () => {
    const fault = (text: string) => {
      const found = readCase(text, 'x.hocon')
      return found.ok ? 'read' : found.error
    }
    expect(fault('agent = [')).not.toBe('read')
    expect(fault('interactions = []')).toContain('agent')
    expect(fault('agent = a, success_ratio = "1"')).toContain('n/m')
    expect(fault('agent = a, success_ratio = "1/9999"')).toContain('n/m')
    expect(fault('agent = a, interactions = { text = b }')).toContain('list')
    expect(fault('agent = a, interactions = [ b ]')).toContain('text')
  })

  test('turns keep their own private values and say whether they go on', () => {
    const found = readCase(
      'agent = a, interactions = [ { text = b, sly_data { x = 3.0 }, continue_conversation = false } ]',
      'x',
    )
    expect(found).toMatchObject({ ok: true, value: { interactions: [{ text: 'b', goesOn: false }] } })
    expect(found.ok && [...(found.value.interactions[0]?.sly ?? [])]).toEqual([['x', '3.0']])
  })
})

describe('[N-94] what is said of a test besides', () => {
  const empty = (response: string) => {
    const found = readCase(`agent = a, interactions = [ { text = b, response { ${response} } } ]`, 'x')
    return found.ok && comparesNothing(found.value)
  }

  test.each([
    '',
    'text { keyword = a }',
    'txt { value = a }',
    'text { value = null }',
    'structure { a { b { valu = 1 } } }',
  ])('%j compares nothing', (response) => {
    expect(empty(response)).toBe(true)
  })

  test.each([
    'text { keywords = a }',
    'structure { a { VALUE = 1 } }',
    'txt { value = a }, sly_data { n { less = 3 } }',
  ])('%j compares something', (response) => {
    expect(empty(response)).toBe(false)
  })

  test('keys that nothing reads are named with their place', () => {
    expect(unreadKeys('agent = a\ninteractions = [\n  { text = b, responses { text { value = c } } } ]')).toEqual([
      'line 3, column 15: nothing reads the key responses here; did you mean response?',
    ])
    expect(unreadKeys('agent = a, interactions = [ { text = b, response { text { value = c } } } ]')).toEqual([])
  })
})

test('[N-94] a saved run whose private values are not written yet is told as that, and nothing runs', async () => {
  const faults = async (interactions: string) => {
    const found = readCase(`agent = a, interactions = [ ${interactions} ]`, 'x')
    if (!found.ok) throw new Error(found.error)
    return (await runCase(undefined as never, found.value)).faults
  }
  expect(await faults('{ text = b, sly_data { token = "…", user = "…", n = 3.0 } }')).toEqual([
    'Stand-ins for private values are still missing: in sly_data, write values for token, user in place of "…".',
  ])
  expect(await faults('{ text = b }, { text = c, sly_data { token = "…" } }')).toEqual([
    expect.stringContaining('in sly_data of turn 2, write values for token'),
  ])
  await expect(faults('{ text = b, sly_data { token = "t-1" } }')).rejects.toThrow()
})

const PUBLIC = join(
  process.env.SLYGLASS_SHARED ?? join(import.meta.dirname, '../../../../../shared'),
  'networks/neuro-san-studio/tests',
)

describe.skipIf(!existsSync(PUBLIC))('[N-94] the test files of the public networks', () => {
  const files = existsSync(PUBLIC)
    ? readdirSync(PUBLIC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.hocon'))
    : []

  test.each(files)('%s is read without a complaint', (file) => {
    const read = readCase(readFileSync(join(PUBLIC, file), 'utf8'), file)
    expect(read).toMatchObject({ ok: true })
    expect(read.ok && read.value.interactions.every(({ text, expected }) => text !== '' && expected.size > 0)).toBe(
      true,
    )
  })

  test('are all of them', () => {
    expect(files).toHaveLength(69)
  })
})

test('a JUnit report escapes what tests say', () => {
  const report = printJunit([
    { name: 'a<b>', passed: true, faults: [], milliseconds: 5 },
    { name: 'c', passed: false, faults: ['"x" & \u0001y\nz'], milliseconds: 1000 },
  ])
  expect(report).toContain('tests="2" failures="1" time="1.005"')
  expect(report).toContain('name="a&lt;b&gt;"')
  expect(report).toContain('message="&quot;x&quot; &amp; \ufffdy&#10;z"')
})
