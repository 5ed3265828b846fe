import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createCommandFolder } from './testing/run-command.ts'

const folder = createCommandFolder()
afterAll(folder.remove)

const root = join(import.meta.dirname, '../../../..')
const VECTORS = join(root, 'packages/hocon/fixtures/vectors.jsonl')
const shared = process.env.SLYGLASS_SHARED ?? join(root, '../shared')
const answers = ['neuro-san-studio', 'neuro-san'].map((name) => join(shared, 'hocon/corpus-expected', `${name}.jsonl`))

describe('vectors', () => {
  test.each([
    [[], '684 passed, 0 failed'],
    [['--profile', 'spec'], '684 passed, 0 failed'],
    [['--profile', 'neuro-san'], '596 passed, 0 failed'],
  ])('with %j end with %s', async (args, last) => {
    expect(await folder.run('vectors', VECTORS, ...args)).toEqual({ out: [last], err: [], code: 0 })
  })

  test.each([
    ['another value', { input: 'a = 1', expected_json: { a: 2 } }, 'expected {"a":2}, got {"a":1}'],
    [
      'a number that only looks equal',
      { input: 'a = 9007199254740993', expected_json: { a: { $bigint: '9007199254740992' } } },
      'expected {"a":{"$bigint":"9007199254740992"}}, got {"a":9007199254740993}',
    ],
    [
      'an error',
      { input: `a = \${b}`, expected_json: {} },
      `expected a value, got an error of kind unresolved: \${b} names nothing`,
    ],
    ['no error', { input: 'a = 1', expected_error: { kind: 'parse' } }, 'expected an error of kind parse, got none'],
    [
      'another kind',
      { input: `a = \${b}`, expected_error: { kind: 'parse' } },
      `expected an error of kind parse, got unresolved: \${b} names nothing`,
    ],
    [
      'another line',
      { input: `\na = \${b}`, expected_error: { kind: 'unresolved', line: 1 } },
      `expected the error at line 1, got line 2: \${b} names nothing`,
    ],
    [
      'another getter',
      { input: 'a = 5 s', get: { path: 'a', as: 'duration_ns' }, expected_json: 5 },
      'expected 5, got 5000000000',
    ],
  ])('%s is a failure that says both', async (_, vector, failure) => {
    folder.put({ 'v.jsonl': `${JSON.stringify({ name: 'one', ...vector })}\n` })
    expect(await folder.run('vectors', 'v.jsonl')).toEqual({
      out: [`one: ${failure}`, '0 passed, 1 failed'],
      err: [],
      code: 1,
    })
  })

  test('that do not count in a profile are not counted; what counts there may be another answer', async () => {
    const vectors = [
      { name: 'no', input: 'a = 1', expected_json: {}, get: null },
      { name: 'same', input: 'a = 1', expected_json: { a: 1.0 }, pyhocon: 'same' },
      { name: 'junk', input: 'a = 1', expected_json: { a: 1 }, pyhocon: { junk: 'x' } },
      { name: 'own', input: 'a = 1', expected_json: {}, pyhocon: { error: 'x' }, neuro_san: { json: { a: 1 } } },
    ]
    folder.put({ 'v.jsonl': vectors.map((vector) => JSON.stringify(vector)).join('\n') })
    expect((await folder.run('vectors', 'v.jsonl', '--profile', 'neuro-san')).out).toEqual([
      'junk: expected an error, got {"a":1}',
      '2 passed, 1 failed',
    ])
  })

  test('of tools are checked by the runner of their area; an area without one has failed', async () => {
    const input = { model_calls: [['zzzzqq', {}]] }
    const tool_message = 'Tool `zzzzqq` does not exist. No similar tool is available.'
    const lines = [
      { id: 'bub-1', area: 'loop', input, expected: { tool_message }, note: '', studio: 'same' },
      { id: 'bub-2', area: 'loop', input, expected: { tool_message: 'no' }, note: '', studio: 'same' },
      { id: 'bub-3', area: 'weather', input, expected: {}, note: '', studio: 'same' },
    ]
    folder.put({ 'v.jsonl': lines.map((line) => JSON.stringify(line)).join('\n') })
    expect(await folder.run('vectors', 'v.jsonl')).toEqual({
      out: [
        `bub-2 loop: tool message: expected "no", got ${JSON.stringify(tool_message)}`,
        'bub-3 weather: nothing checks the area weather',
        '1 passed, 2 failed',
      ],
      err: [],
      code: 1,
    })
  })

  test.each([
    [['.'], '. is a folder. Name a file in it.'],
    [['gone.jsonl'], 'There is no file or folder gone.jsonl.'],
    [['text.jsonl'], 'text.jsonl:1 is no JSON: '],
    [['odd.jsonl'], 'odd.jsonl:2 is neither a vector nor an answer. See --help.'],
    [['none.jsonl'], 'There are no vectors in none.jsonl.'],
    [['answers.jsonl'], 'answers.jsonl holds answers about files. Say where the files lie with --networks DIR.'],
    [['answers.jsonl', '--networks', 'gone'], 'There is no folder gone.'],
    [
      ['answers.jsonl', '--networks', 'odd.jsonl'],
      'odd.jsonl is a file, not a folder. Give the folder of the files that the answers are about.',
    ],
  ])('%j is wrong use', async (args, message) => {
    folder.put({
      'text.jsonl': 'hello\n',
      'odd.jsonl': '{"name":"x","input":"a=1","expected_json":{"a":1}}\n{"x":1}\n',
      'none.jsonl': '\n\n',
      'answers.jsonl': '{"file":"a.hocon","value":{}}\n',
    })
    const { out, err, code } = await folder.run('vectors', ...args)
    expect([out, err[0]?.startsWith(message), code]).toEqual([[], true, 2])
  })
})

describe('answers about files', () => {
  test.skipIf(!answers.every((file) => existsSync(file)))('of all public networks are met', async () => {
    const given = [...answers, '--networks', join(shared, 'networks')]
    expect(await folder.run('vectors', ...given)).toEqual({ out: ['222 passed, 0 failed'], err: [], code: 0 })
  })

  test('count once a file, for value and network; a difference is named by its path', async () => {
    folder.put({
      'nets/a.hocon': 'tools = [ { name = "a", instructions = "x" } ]',
      'nets/b.hocon': 'x { y = [1, 2] }',
      'nets.jsonl': [
        { file: 'a.hocon', value: { tools: [{ name: 'a', instructions: 'x' }] }, network: { tools: [{ name: 'b' }] } },
        { file: 'b.hocon', value: { x: { y: [1, 3] } } },
        { file: 'b.hocon', value: { x: { y: [1, 2] } } },
        { file: 'gone.hocon', value: {} },
        { file: '../nets.jsonl', value: {} },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n'),
    })
    const { out, code } = await folder.run('vectors', 'nets.jsonl', '--networks', '.')
    expect(out).toEqual([
      expect.stringMatching(/^a\.hocon: network: at /),
      'b.hocon: value: at x.y.1 expected 3, got 2',
      'gone.hocon: There is no file gone.hocon in the project.',
      '../nets.jsonl: ../nets.jsonl does not lie in the project.',
      '1 passed, 4 failed',
    ])
    expect(code).toBe(1)
  })
})
