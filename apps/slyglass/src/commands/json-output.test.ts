// What commands find, as JSON: the same findings, counts and exit codes as in their lines for people.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CommandFolder, createCommandFolder } from './testing/run-command.ts'

let folder: CommandFolder
beforeEach(() => {
  folder = createCommandFolder()
})
afterEach(() => folder.remove())

const parsed = ({ out }: { readonly out: readonly string[] }) => JSON.parse(out.join('\n'))
const none = { errors: 0, warnings: 0, hints: 0, diagnostics: [] }

describe('every command that prints findings', () => {
  let any: CommandFolder
  beforeAll(() => {
    any = createCommandFolder()
  })
  afterAll(() => any.remove())

  test.each(['check', 'fmt', 'value', 'graph', 'vectors', 'verify', 'test', 'call', 'chat'])(
    '%s has --json, and its help says so',
    async (command) => {
      const { out, code } = await any.run(command, '--help')
      expect([out.join('\n'), code]).toEqual([expect.stringMatching(/ --json +print /), 0])
    },
  )
})

describe('fmt --json', () => {
  test('--check gives each file that would change as an error at the first place that changes', async () => {
    folder.put({ 'a.hocon': 'x = 1\ny   =   2\n', 'b.hocon': 'x = 1\n', 'c.hocon': 'x   {' })
    const said = await folder.run('fmt', '--check', '--json')
    expect([said.err, said.code]).toEqual([[], 1])
    const report = parsed(said)
    expect(report).toMatchObject({ documents: 3, errors: 2, warnings: 0, hints: 0, changed: ['a.hocon'] })
    expect(report.diagnostics).toEqual([
      {
        ...{ file: 'a.hocon', line: 2, column: 3, endLine: 2, endColumn: 3 },
        ...{ severity: 'error', code: 'not-formatted', fixes: [] },
        message: 'formatting changes the text from here on; fmt without --check does it',
      },
      expect.objectContaining({
        file: 'c.hocon',
        line: 1,
        severity: 'error',
        code: 'syntax-unclosed-brace',
        fixes: [],
      }),
    ])
    const plain = await folder.run('fmt', '--check')
    expect([plain.out, plain.code]).toEqual([['a.hocon'], 1])
  })

  test('has no findings where all is formatted, and names what it formatted', async () => {
    folder.put({ 'a.hocon': 'y   =   2\n', 'b.hocon': 'x = 1\n' })
    const formatted = await folder.run('fmt', '--json')
    expect([parsed(formatted), formatted.code]).toEqual([{ documents: 2, ...none, changed: ['a.hocon'] }, 0])
    const checked = await folder.run('fmt', '--check', '--json')
    expect([parsed(checked), checked.code]).toEqual([{ documents: 2, ...none, changed: [] }, 0])
  })

  test('looks at a text that is piped in with --check only, since else the text itself comes out', async () => {
    const checked = await folder.runWith({ input: 'y   =   2\n' }, 'fmt', '-', '--check', '--json')
    expect(checked.code).toBe(1)
    expect(parsed(checked)).toMatchObject({ diagnostics: [{ file: '<stdin>', column: 3 }], changed: ['<stdin>'] })
    expect(await folder.runWith({ input: 'x = 1\n' }, 'fmt', '-', '--json')).toEqual({
      out: [],
      err: ['What is piped in comes out as text. Say --check as well to have what is wrong as JSON.'],
      code: 2,
    })
  })

  test('tells a file that cannot be read like any other finding', async () => {
    folder.put({ 'a.hocon': Uint8Array.of(0xff, 0xfe), 'b.hocon': 'x = 1\n' })
    const said = await folder.run('fmt', '--check', '--json')
    expect([parsed(said).diagnostics, said.err, said.code]).toEqual([
      [expect.objectContaining({ file: 'a.hocon', code: 'not-text', severity: 'error' })],
      [],
      1,
    ])
  })
})

describe('value --json', () => {
  test('gives the value with exact numbers, and what is wrong beside it instead of on the other stream', async () => {
    folder.put({ 'x.conf': 'include "gone.conf"\nid = 12345678901234567890\n' })
    const said = await folder.run('value', 'x.conf', '--json')
    expect([said.err, said.code]).toEqual([[], 0])
    expect(said.out.join('\n')).toContain('"id": 12345678901234567890')
    expect(parsed(said)).toMatchObject({
      ...{ documents: 1, errors: 0, warnings: 1, hints: 0 },
      diagnostics: [{ file: 'x.conf', line: 1, column: 9, severity: 'warning', code: 'include-missing', fixes: [] }],
    })
  })

  test('has no value where there is an error, and the places of values where they are asked for', async () => {
    folder.put({ 'bad.conf': `a = \${nothing}\n`, 'x.conf': 'a = 1\nb = 2\n' })
    const bad = await folder.run('value', 'bad.conf', '--json')
    expect([Object.keys(parsed(bad)), bad.code]).toEqual([
      ['documents', 'errors', 'warnings', 'hints', 'diagnostics'],
      1,
    ])
    expect(parsed(bad).diagnostics).toMatchObject([{ code: 'unresolved-substitution', severity: 'error' }])
    const { origins, value } = parsed(await folder.run('value', 'x.conf', 'b', '--origin', '--json'))
    expect([value, origins]).toEqual([2, (await folder.run('value', 'x.conf', 'b', '--origin')).out])
  })
})

test('graph --json gives what is broken beside what is left of the network', async () => {
  folder.put({ 'x.hocon': 'tools = [ { name = desk, function.description = "Talks.", instructions = "Talk." }\n' })
  const said = await folder.run('graph', 'x.hocon', '--json')
  expect(said.code).toBe(1)
  const { entries, diagnostics } = parsed(said)
  expect(entries).toMatchObject([{ name: 'desk' }])
  const lines = diagnostics.map((one: Record<string, unknown>) => {
    return `${one.file}:${one.line}:${one.column} ${one.severity} ${one.code} ${one.message}`
  })
  expect(lines).toHaveLength(1)
  expect(said.err[0]).toContain(lines[0])
})

test('vectors --json lists each vector that counts like a test, with the reason of each failure', async () => {
  const vectors = [
    { name: 'good', input: 'a = 1', expected_json: { a: 1 }, pyhocon: 'same' },
    { name: 'bad', input: 'a = 1', expected_json: { a: 2 }, pyhocon: 'same' },
    { name: 'uncounted', input: 'a = 1', expected_json: { a: 1 } },
  ]
  folder.put({ 'v.jsonl': vectors.map((vector) => JSON.stringify(vector)).join('\n') })
  const said = await folder.run('vectors', 'v.jsonl', '--profile', 'neuro-san', '--json')
  expect([said.err, said.code]).toEqual([[], 1])
  expect(parsed(said)).toEqual([
    { name: 'good', passed: true, faults: [], milliseconds: expect.any(Number) },
    { name: 'bad', passed: false, faults: ['expected {"a":2}, got {"a":1}'], milliseconds: expect.any(Number) },
  ])
  folder.put({ 'v.jsonl': JSON.stringify(vectors[0]) })
  const good = await folder.run('vectors', 'v.jsonl', '--json')
  expect([parsed(good).length, good.code]).toEqual([1, 0])
})
