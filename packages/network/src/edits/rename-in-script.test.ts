import { applyTextEdits, invertTextEdits, parseJson, printJson, toJson } from '@slyglass/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DocumentEdit, diagnoseScript, type NetworkEdit, planEdit, readNetwork } from '../index.ts'
import { offlineScriptFile } from './rename-in-script.ts'

const FILE = 'registries/shop.hocon'
const SCRIPT = 'registries/shop.offline.json'
const NETWORK = `tools = [
  { name = Desk, function { description = "Desk of the shop" }, instructions = "Ask calc.", tools = [calc, Clerk] }
  { name = Clerk, function { description = "Knows prices" }, instructions = "Ask calc.", tools = [calc] }
  { name = calc, class = "calc.Calc", function { description = "Adds numbers" } }
]
`
const rename = (entry: string, to: string): NetworkEdit => ({ kind: 'rename-entry', entry, to })

interface Texts {
  readonly network: string
  readonly script: string
}

function plan({ network, script }: Texts, edit: NetworkEdit): readonly DocumentEdit[] {
  const planned = planEdit({ network: 'shop', file: FILE, texts: { [FILE]: network, [SCRIPT]: script } }, edit)
  if (!planned.ok) throw new Error(planned.error.message)
  return planned.value
}

function after(texts: Texts, edit: NetworkEdit): Texts {
  const edits = plan(texts, edit)
  const of = (doc: string) => edits.filter((one) => one.doc === doc)
  return { network: applyTextEdits(texts.network, of(FILE)), script: applyTextEdits(texts.script, of(SCRIPT)) }
}

const scriptAfter = (script: string, entry: string, to: string) =>
  after({ network: NETWORK, script }, rename(entry, to)).script

describe('the script beside a network', () => {
  test('is named like its file', () => {
    expect(offlineScriptFile('registries/basic/shop.hocon')).toBe('registries/basic/shop.offline.json')
    expect(offlineScriptFile('shop.conf')).toBe('shop.offline.json')
  })

  test('follows the new name of an agent and of a tool, and nothing else of it changes', () => {
    const script = `{ "rules" : [
  {"agent":"Desk",   "user": "Desk|calc", "answer": {"tool_calls":[{"name":"calc","arguments":{"name":"calc","agent":"Desk"}},
                                                                   {"name": "Clerk"}]}},\r
\t{"agent" : "Clerk", "answer":{ "content": "Desk asked calc." } } ] }`
    expect(scriptAfter(script, 'calc', 'sums')).toBe(script.replace('{"name":"calc","arg', '{"name":"sums","arg'))
    expect(scriptAfter(script, 'Desk', 'Counter')).toBe(script.replace('"agent":"Desk",  ', '"agent":"Counter",  '))
    expect(scriptAfter(script, 'Clerk', 'Seller')).toBe(
      script.replace('"agent" : "Clerk"', '"agent" : "Seller"').replace('{"name": "Clerk"}', '{"name": "Seller"}'),
    )
  })

  test('follows a new value of the field name, and no edit that gives no new name', () => {
    const script = '{"rules":[{"agent":"Desk","answer":{"content":"hi"}}]}'
    const named: NetworkEdit = { kind: 'set-field', entry: 'Desk', path: ['name'], value: 'Counter' }
    expect(after({ network: NETWORK, script }, named).script).toBe(script.replace('Desk', 'Counter'))
    for (const edit of [rename('Desk', 'Desk'), { kind: 'remove-entry', entry: 'calc' } as const])
      expect(after({ network: NETWORK, script }, edit).script).toBe(script)
  })

  test('is read with its escapes, as the model reads it', () => {
    const script = '{"rules":[{"agent":"D\\u0065sk","answer":{"content":"hi"}}]}'
    expect(scriptAfter(script, 'Desk', 'Counter')).toBe(script.replace('D\\u0065sk', 'Counter'))
  })

  test.each([
    '',
    '{',
    '[]',
    '{"rules":{"agent":"Desk"}}',
    '{"rules":["Desk", {"agent":["Desk"]}]}',
    '{"rules":[{"agent":"Desk"',
  ])('that is none stays as it is, and the network is renamed all the same: %j', (script) => {
    expect(scriptAfter(script, 'Desk', 'Counter')).toBe(script)
    expect(after({ network: NETWORK, script }, rename('Desk', 'Counter')).network).toContain('name = Counter')
  })
})

const NAMES = ['Desk', 'Clerk', 'calc', 'nobody'] as const
const name = fc.constantFrom(...NAMES)
const words = fc.constantFrom('Desk', 'calc', '"Desk"', '{{user}}', '\n\t', 'é', '\\u0044esk')
const rule = fc.record(
  {
    agent: name,
    user: words,
    answer: fc.record(
      {
        content: words,
        tool_calls: fc.array(fc.record({ name, arguments: fc.dictionary(fc.oneof(name, words), words) }), {
          maxLength: 3,
        }),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['answer'] },
)
/** Texts of scripts as people and programs lay them out. */
const scripts = fc
  .record({ rules: fc.array(rule, { maxLength: 4 }), style: fc.constantFrom('compact', 'indented', 'tabs', 'crlf') })
  .map(({ rules, style }) => {
    if (style === 'tabs') return JSON.stringify({ rules }, null, '\t')
    if (style === 'crlf') return JSON.stringify({ rules }, null, 1).replaceAll('\n', '\r\n')
    return printJson(toJson({ rules }), style === 'indented' ? 'indented' : 'compact')
  })

describe('laws of the rename in a script', () => {
  test('a rename and its inverse, as the edits of an undo or as a rename back, give the same bytes', () => {
    fc.assert(
      fc.property(scripts, fc.constantFrom('Desk', 'Clerk', 'calc'), (script, entry) => {
        const texts = { network: NETWORK, script }
        const own = plan(texts, rename(entry, 'Renamed')).filter(({ doc }) => doc === SCRIPT)
        const renamed = applyTextEdits(script, own)
        expect(applyTextEdits(renamed, invertTextEdits(script, own))).toBe(script)
        expect(after(after(texts, rename(entry, 'Renamed')), rename('Renamed', entry))).toEqual(texts)
      }),
      { numRuns: 50 },
    )
  })

  test('afterwards the script is the same but for the name, and says nothing that it did not say before', () => {
    fc.assert(
      fc.property(scripts, fc.constantFrom('Desk', 'Clerk', 'calc'), (script, entry) => {
        const texts = { network: NETWORK, script }
        const now = after(texts, rename(entry, 'Renamed'))
        expect(rulesOf(now.script)).toEqual(rulesOf(script).map((one) => withName(one, entry, 'Renamed')))
        expect(troubles(now)).toBe(troubles(texts))
      }),
      { numRuns: 50 },
    )
  })
})

interface Rule {
  readonly agent?: string
  readonly answer: { readonly content?: string; readonly tool_calls?: readonly { readonly name: string }[] }
}

function rulesOf(script: string): readonly Rule[] {
  expect(parseJson(script).ok).toBe(true)
  return (JSON.parse(script) as { rules: Rule[] }).rules
}

function withName(rule: Rule, entry: string, to: string): Rule {
  const renamed = (one: string) => (one === entry ? to : one)
  const calls = rule.answer.tool_calls?.map((call) => ({ ...call, name: renamed(call.name) }))
  return {
    ...rule,
    ...(rule.agent !== undefined && { agent: renamed(rule.agent) }),
    answer: { ...rule.answer, ...(calls !== undefined && { tool_calls: calls }) },
  }
}

function troubles({ network, script }: Texts): number {
  const read = readNetwork({ network: 'shop', file: FILE, texts: { [FILE]: network } })
  const rules = rulesOf(script).map(({ agent, answer }) => ({ agent, calls: answer.tool_calls ?? [] }))
  return diagnoseScript(read, rules, () => ({ doc: SCRIPT, from: 0, to: 0 })).length
}
