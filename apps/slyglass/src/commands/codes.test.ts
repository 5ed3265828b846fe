// What is wrong is called the same by every command that finds it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCommandFolder } from './testing/run-command.ts'

const folder = createCommandFolder()
afterAll(folder.remove)

interface Found {
  readonly code: string
  readonly severity: string
}

/** Texts that are no network, with the codes of what is wrong with them. */
const WORDS: readonly (readonly [name: string, text: string | Uint8Array, codes: readonly string[]])[] = [
  ['brace', 'a {', ['syntax-unclosed-brace']],
  ['bracket', 'a = [1', ['syntax-unclosed-bracket']],
  ['quote', 'a = "x\nb = 1\n', ['syntax-unclosed-quote']],
  ['closer', 'a = 1 }', ['syntax-stray-closer']],
  ['several', '{{{', ['syntax-key-expected', 'syntax-unclosed-brace']],
  ['unresolved', `a = \${nothing}\n`, ['unresolved-substitution']],
  ['include', 'include "gone.hocon"\n', ['include-missing']],
  ['required', 'include required("gone.hocon")\n', ['required-include-missing']],
  ['append', 'a = [1]\na += 2\n', ['append-differs']],
  ['large', Buffer.alloc(5_000_001, 32), ['file-too-large']],
  ['bytes', Buffer.from([0xff, 0xfe, 0x00]), ['not-text']],
  ['zero', 'a = "\0"', ['not-text']],
  ['fine', 'a = 1\n', []],
]

beforeAll(() => folder.put(Object.fromEntries(WORDS.map(([name, text]) => [`${name}.hocon`, text]))))

async function found(...args: readonly string[]): Promise<{ readonly list: readonly Found[]; readonly code: unknown }> {
  const { out, code } = await folder.run(...args, '--json')
  return { list: (JSON.parse(out.join('\n')) as { diagnostics: Found[] }).diagnostics, code }
}

describe('check, value, fmt and graph', () => {
  test.each(WORDS)('say the same of a text with: %s', async (name, _text, codes) => {
    const file = `${name}.hocon`
    const checked = await found('check', file)
    expect(checked.list.map(({ code }) => code)).toEqual(codes)
    expect(await found('value', file)).toEqual(checked)
    // Formatting looks at what keeps a text from being read, and at no more than the first of it.
    const [first] = checked.list.filter(({ code }) => /^(syntax-|not-text|file-)/.test(code))
    const formatted = (await found('fmt', '--check', file)).list.filter(({ code }) => code !== 'not-formatted')
    expect(formatted.map(({ code }) => code)).toEqual(first === undefined ? [] : [first.code])
  })

  test('say the same of a network, where the value has no say in what a network means', async () => {
    folder.put({ 'desk.hocon': 'tools = [ { name = Desk, tools = [nobody] }\ninclude "gone.hocon"\n' })
    const checked = (await found('check', 'desk.hocon')).list
    const text = checked.filter(({ code }) => /^(syntax-|include-)/.test(code))
    expect(text.length).toBeGreaterThan(0)
    expect((await found('value', 'desk.hocon')).list).toEqual(text)
    const graph = (await found('graph', 'desk.hocon')).list
    expect(graph.length).toBeGreaterThan(0)
    for (const one of graph) expect(checked).toContainEqual(one)
    folder.put({ 'desk.hocon': Buffer.from([0xff]) })
    expect((await found('graph', 'desk.hocon')).list).toEqual((await found('check', 'desk.hocon')).list)
  })
})
