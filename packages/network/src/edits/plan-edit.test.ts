// biome-ignore-all lint/suspicious/noTemplateCurlyInString: substitutions of HOCON
import { applyTextEdits, invertTextEdits, type Json, type JsonObject, toJson } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { type NetworkEdit, planEdit, readNetwork } from '../index.ts'

const FILE = 'registries/shop.hocon'

/** The text after an edit, or the code of the failure. Other documents come as `name: text` after it. */
function after(edit: NetworkEdit, text: string, others: Record<string, string> = {}): string {
  const texts: Record<string, string> = { [FILE]: text, ...others }
  const planned = planEdit({ network: 'shop', file: FILE, texts }, edit)
  if (!planned.ok) return planned.error.code
  const docs = Object.entries(texts).map(([doc, before]) => {
    const edits = planned.value.filter((one) => one.doc === doc)
    const changed = applyTextEdits(before, edits)
    expect(applyTextEdits(changed, invertTextEdits(before, edits))).toBe(before)
    return changed === before && doc !== FILE ? '' : changed
  })
  return docs.filter((doc) => doc !== '').join('\n---\n')
}

const rename = (to: string): NetworkEdit => ({ kind: 'rename-entry', entry: 'calc', to })
const set = (path: readonly string[], value: unknown): NetworkEdit => ({
  kind: 'set-field',
  entry: 'Desk',
  path,
  value: toJson(value) as Json,
})

const shop = (tools: string, more = '') => `{
  # calc is said in a comment
  "tools": [
    {
      "name": "Desk",
      "function": { "description": "Desk of the shop" },
      "instructions": "Use calc to add.", ${more}
      "tools": ${tools}
    },
    # The tool
    { "name": "calc", "class": "calc.Calc", "function": { "description": "Adds numbers" } }
  ]
}
`

describe('renaming an entry', () => {
  test('changes the bytes of its name in name, tools and args.tools, and no equal word in prose', () => {
    const text = shop('["calc"]', '"args": { "tools": { "calc": "calc" } },')
    const expected = shop('["sums"]', '"args": { "tools": { "calc": "sums" } },').replace(
      '"name": "calc"',
      '"name": "sums"',
    )
    expect(after(rename('sums'), text)).toBe(expected)
  })

  test('keeps quotes where they are and goes without where the name allows it', () => {
    const text =
      'tools = [ { name = Desk, function { description = "Desk of the shop" }, instructions = "i", tools = [calc, """calc"""] }, { name = calc, class = c.C, function { description = "Adds up" } } ]'
    expect(after(rename('sums'), text)).toBe(
      text.replaceAll(/\[calc, """calc"""|= calc,/g, (part) => part.replaceAll('calc', 'sums')),
    )
    expect(after(rename('1-up'), text)).toContain('name = "1-up", class = c.C')
  })

  test('reaches included files, substitutions and replacement values', () => {
    const include = shop('${names}').replace('{\n', '{\n  include "registries/names.hocon"\n')
    expect(after(rename('sums'), include, { 'registries/names.hocon': 'names = ["calc"]\n' })).toBe(
      `${include.replace('"name": "calc"', '"name": "sums"')}\n---\nnames = ["sums"]\n`,
    )
    const defs = shop('"my_tools"').replace('{\n', '{\n  commondefs { replacement_values { my_tools = ["calc"] } }\n')
    expect(after(rename('sums'), defs)).toBe(
      defs.replace('["calc"]', '["sums"]').replace('"name": "calc"', '"name": "sums"'),
    )
  })

  test('writes the name out where the text behind it also serves something else', () => {
    const text = shop('[${who}]').replace('"Use calc to add."', '"Use " ${who}').replace('{\n', '{\n  who = "calc"\n')
    expect(after(rename('sums'), text)).toBe(
      text.replace('[${who}]', '["sums"]').replace('"name": "calc"', '"name": "sums"'),
    )
  })

  test('replaces a name that is put together from pieces', () => {
    const text = shop('["ca" "lc"]'.replace('" "', '"${?none}"'))
    expect(after(rename('sums'), text)).toBe(shop('["sums"]').replace('"name": "calc"', '"name": "sums"'))
  })

  test('refuses names that are taken, odd or unknown', () => {
    expect(after(rename('Desk'), shop('["calc"]'))).toBe('name-taken')
    expect(after(rename('a b'), shop('["calc"]'))).toBe('bad-name')
    expect(after({ kind: 'rename-entry', entry: 'nobody', to: 'x' }, shop('[]'))).toBe('unknown-entry')
  })
})

test('[N-34] comments of both kinds survive every edit byte for byte', () => {
  const text = shop('["calc"] // who may be called').replace('"name": "calc",', '"name": "calc", # adds\n')
  const comments = (source: string) => source.match(/(?:#|\/\/)[^\n]*/g) ?? []
  const edits: readonly NetworkEdit[] = [
    rename('sums'),
    set(['instructions'], 'New'),
    set(['llm_config', 'temperature'], 1),
    { kind: 'disconnect', caller: 'Desk', callee: 'calc' },
    { kind: 'add-agent', name: 'more', caller: 'Desk' },
    { kind: 'duplicate-entry', entry: 'Desk', to: 'Desk2' },
    { kind: 'set-network-field', path: ['max_steps'], value: toJson(4) as Json },
    { kind: 'extract-to-commondefs', entry: 'Desk', path: ['instructions'], name: 'hello' },
  ]
  expect(comments(text)).toHaveLength(4)
  for (const edit of edits)
    expect(comments(after(edit, text)), edit.kind).toEqual(expect.arrayContaining(comments(text)))
})

describe('connecting and disconnecting', () => {
  const connect: NetworkEdit = { kind: 'connect', caller: 'Desk', callee: 'calc' }
  const disconnect: NetworkEdit = { kind: 'disconnect', caller: 'Desk', callee: 'calc' }

  test.each([
    ['[]', '["calc"]'],
    ['["/a"]', '["/a", "calc"]'],
    ['["/a",]', '["/a", "calc",]'],
    ['[ "/a" ]', '[ "/a", "calc" ]'],
    ['[\n        "/a"\n      ]', '[\n        "/a",\n        "calc"\n      ]'],
    ['[\n        "/a", # why\n      ]', '[\n        "/a", # why\n        "calc",\n      ]'],
    ['[\n        "/a" # why\n      ]', '[\n        "/a", # why\n        "calc"\n      ]'],
    ['[\n        "/a"\n        "/b"\n      ]', '[\n        "/a"\n        "/b"\n        "calc"\n      ]'],
    ['[\r\n        "/a"\r\n      ]', '[\r\n        "/a",\r\n        "calc"\r\n      ]'],
    ['[\n        # none yet\n      ]', '[\n        # none yet\n        "calc"\n      ]'],
    ['null', '["calc"]'],
    ['["/a"] ["/b"]', '["/a"] ["/b", "calc"]'],
  ])('adds a name to %j as its neighbours are written', (before, wanted) => {
    expect(after(connect, shop(before))).toBe(shop(wanted))
  })

  test('adds the list itself where there is none', () => {
    const text = shop('[]').replace(/ \n {6}"tools": \[\]/, '')
    expect(after(connect, text)).toBe(
      text.replace('"Use calc to add.",', '"Use calc to add.",\n      "tools": ["calc"],'),
    )
  })

  test('leaves a shared list alone and adds behind it', () => {
    const text = shop('${shared}').replace('{\n', '{\n  shared = ["/a"]\n  other = ${shared}\n')
    expect(after(connect, text)).toBe(text.replace('"tools": ${shared}', '"tools": ${shared} ["calc"]'))
  })

  test.each([
    ['["calc"]', '[]'],
    ['["calc", "/a"]', '["/a"]'],
    ['["/a", "calc"]', '["/a"]'],
    ['["/a", "calc", "/b"]', '["/a", "/b"]'],
    ['["/a", "calc",]', '["/a",]'],
    [
      '[\n        "/a",\n        # adds\n        "calc", # here\n        "/b"\n      ]',
      '[\n        "/a",\n        "/b"\n      ]',
    ],
    ['[\n        "/a", # first\n        "calc"\n      ]', '[\n        "/a" # first\n      ]'],
    ['[\n        "/a"\n        "calc"\n      ]', '[\n        "/a"\n      ]'],
    ['["calc", "/a", "calc"]', '["/a"]'],
  ])('takes a name out of %j with its comma and comments', (before, wanted) => {
    expect(after(disconnect, shop(before))).toBe(shop(wanted))
  })

  test('says what is so already, and what cannot call', () => {
    expect(after(connect, shop('["calc"]'))).toBe('already-connected')
    expect(after(disconnect, shop('[]'))).toBe('not-connected')
    expect(after({ kind: 'connect', caller: 'calc', callee: 'Desk' }, shop('[]'))).toBe('not-an-agent')
    expect(after({ kind: 'connect', caller: 'Desk', callee: 'nobody' }, shop('[]'))).toBe('unknown-entry')
  })
})

describe('adding and removing entries', () => {
  test('an agent is written as the others are, and its caller lists it', () => {
    const text = after({ kind: 'add-agent', name: 'Porter', caller: 'Desk' }, shop('["calc"]'))
    expect(text).toContain('"tools": ["calc", "Porter"]')
    expect(text).toContain('{ "description": "Adds numbers" } },\n    {\n      "name": "Porter",\n      "function": {')
    const network = readNetwork({ network: 'shop', file: FILE, texts: { [FILE]: text } })
    expect(network.diagnostics).toEqual([])
    expect(network.entries[2]).toMatchObject({ name: 'Porter', kind: 'agent' })
  })

  test('a coded tool follows the habits of a file without commas and quotes', () => {
    const text =
      'tools = [\n  {\n    name = Desk\n    instructions = "Help them."\n    function { description = "Desk of the shop" }\n    tools = []\n  }\n]\n'
    expect(after({ kind: 'add-coded-tool', name: 'till', className: 'till.Till', caller: 'Desk' }, text)).toBe(
      'tools = [\n  {\n    name = Desk\n    instructions = "Help them."\n    function { description = "Desk of the shop" }\n    tools = ["till"]\n  },\n' +
        '  {\n    name = till\n    function {\n      description = "Say here when to call till and what it gives back."\n    }\n    class = "till.Till"\n  }\n]\n',
    )
  })

  test('[N-46] a coded tool comes with the fields it is given, each once', () => {
    const fields = toJson({ name: 'other', class: 'a.B', function: { description: 'Counts.' }, args: { unit: 'mm' } })
    const edit = { kind: 'add-coded-tool', name: 'till', className: 'till.Till', fields: fields as JsonObject } as const
    expect(after(edit, 'tools = [\n  { name = Desk, instructions = "Hi" }\n]\n')).toBe(
      'tools = [\n  { name = Desk, instructions = "Hi" },\n  { name = "till", function { description = "Counts." }, class = "till.Till", args { unit = "mm" } }\n]\n',
    )
  })

  test('[N-77] a shared tool is an entry with its name in the toolbox, and the caller lists it', () => {
    const edit = { kind: 'add-toolbox-tool', name: 'clock', toolbox: 'get_current_date_time', caller: 'Desk' } as const
    expect(after(edit, 'tools = [\n  { name = Desk, instructions = "Hi", tools = [] }\n]\n')).toBe(
      'tools = [\n  { name = Desk, instructions = "Hi", tools = ["clock"] },\n  { name = "clock", toolbox = "get_current_date_time" }\n]\n',
    )
  })

  test('a removed entry takes its references and its comment along', () => {
    expect(after({ kind: 'remove-entry', entry: 'calc' }, shop('["calc"]'))).toBe(
      shop('[]').replace(/,\n {4}# The tool\n.*\n {2}\]/, '\n  ]'),
    )
    expect(after({ kind: 'remove-entry', entry: 'Desk' }, shop('[]'))).toBe('is-front-man')
  })
})

describe('blank lines between entries', () => {
  const entry = (name: string) => `  {\n    name = ${name}\n    class = "a.B"\n  }\n`
  const list = (...names: string[]) => `tools = [\n${names.map(entry).join('\n')}]\n`

  test('are kept when one is added and when one goes', () => {
    expect(after({ kind: 'remove-entry', entry: 'b' }, list('a', 'b', 'c'))).toBe(list('a', 'c'))
    expect(after({ kind: 'remove-entry', entry: 'c' }, list('a', 'b', 'c'))).toBe(list('a', 'b'))
    expect(after({ kind: 'add-coded-tool', name: 'c', className: 'a.B' }, list('a', 'b'))).toContain(
      '  }\n\n  {\n    name = c\n',
    )
  })
})

describe('setting a field', () => {
  test.each([
    [['instructions'], 'Use it.', '"instructions": "Use calc to add."', '"instructions": "Use it."'],
    [['instructions'], 'Say "a\\b".\tNow', '"Use calc to add."', '"Say \\"a\\\\b\\".\\tNow"'],
    [['instructions'], 'Use calc\nto add.', '"Use calc to add."', '"""Use calc\nto add."""'],
    [['function', 'description'], 'Desk of a shop', 'Desk of the shop', 'Desk of a shop'],
    [['function', 'name'], 'Desk', '"Desk of the shop" }', '"Desk of the shop", "name": "Desk" }'],
    [['tools'], ['calc', 'calc'], '["calc"]', '["calc", "calc"]'],
  ])('%j to %j changes as little as it can', (path, value, before, wanted) => {
    expect(after(set(path, value), shop('["calc"]'))).toBe(shop('["calc"]').replace(before, wanted))
  })

  test('a new object is nested where its first missing part belongs', () => {
    expect(after(set(['llm_config', 'temperature'], 0.5), shop('["calc"]'))).toBe(
      shop('["calc"]').replace(
        '"tools": ["calc"]',
        '"tools": ["calc"],\n      "llm_config": {\n        "temperature": 0.5\n      }',
      ),
    )
  })

  test('what is inherited is overridden in the entry, not changed where others use it', () => {
    const text = shop('["calc"]')
      .replace('{ "description": "Desk of the shop" }', '${base}')
      .replace('{\n', '{\n  base { description = "Shared by all" }\n')
    expect(after(set(['function', 'description'], 'Mine'), text)).toBe(
      text.replace(
        '"function": ${base}',
        '"function": ${base} { description: "Mine" }'.replace('description:', '"description":'),
      ),
    )
  })

  test('only the touched piece of a joined text is changed', () => {
    const text = shop('["calc"]')
      .replace('"Use calc to add."', '${p} """Use calc\nto add.""" ${p}')
      .replace('{\n', '{\n  p = "Hi"\n')
    expect(after(set(['instructions'], 'Hi Use it\nto add.Hi'), text)).toBe(text.replace('Use calc\n', 'Use it\n'))
  })

  test('null takes a field away', () => {
    expect(after(set(['tools'], null), shop('["calc"]'))).toBe(
      shop('["calc"]').replace(', \n      "tools": ["calc"]', ' '),
    )
    expect(after(set(['command'], null), shop('["calc"]'))).toBe(shop('["calc"]'))
  })

  test('a name is set as a rename', () => {
    expect(after({ kind: 'set-field', entry: 'calc', path: ['name'], value: 'sums' }, shop('["calc"]'))).toBe(
      after(rename('sums'), shop('["calc"]')),
    )
  })
})
