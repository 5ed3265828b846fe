// biome-ignore-all lint/suspicious/noTemplateCurlyInString: substitutions of HOCON
import { applyTextEdits } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { marked } from '../testing/marked.ts'
import {
  actionsAt,
  coloursOf,
  definitionAt,
  diagnosticsOf,
  hoverAt,
  type LanguageInput,
  type NetworkOutlineItem,
  outlineOf,
  referencesAt,
  renameAt,
  renameRange,
} from './index.ts'

const desk = `{
  include "registries/base.hocon"
  commondefs { replacement_strings { city = "Lyon" } }
  tools = [
    { name = Desk, instructions = \${tone} "in {city}", tools = [calc, "/other"]
      allow { to_upstream { sly_data = [token] } } }
    { name = calc, class = calc.Calc, function { description = "Adds up in {city}" } }
  ]
}`
const base = { 'registries/base.hocon': 'tone = "Be kind. "' }
const around: Partial<LanguageInput> = {
  networks: ['other'],
  networkFiles: { other: 'registries/other.hocon' },
  classes: [
    {
      name: 'calc.Calc',
      at: { doc: 'coded_tools/desk/calc.py', from: 10, to: 14 },
      shadowed: ['coded_tools/calc.py'],
      about: 'Adds numbers.',
    },
  ],
}

/** The network with a cursor at a piece of its text; `^` in the piece stands for the cursor. */
const at = (piece: string) => marked(desk.replace(piece.replace('^', ''), piece.replace('^', '<|>')), base, around)
const show = (piece: string, places: readonly { doc: string; from: number; to: number }[]) => {
  const { view } = at(piece)
  return places.map(({ doc, from, to }) => `${doc} ${view.hocon.text(doc).slice(from, to)}`)
}

describe('definition', () => {
  test.each([
    ['[ca^lc', ['registries/desk.hocon calc']],
    ['"/oth^er"', ['registries/other.hocon ']],
    ['calc.Ca^lc', ['coded_tools/desk/calc.py ']],
    ['{ci^ty}",', ['registries/desk.hocon city']],
    ['${to^ne}', ['registries/base.hocon tone']],
    ['"registries/ba^se', ['registries/base.hocon ']],
  ])('of %s', (piece, expected) => {
    const { view, doc, offset } = at(piece)
    expect(show(piece, definitionAt(view, doc, offset))).toEqual(expected)
  })

  test('[N-51] the class of a coded tool leads to its source', () => {
    const { view, doc, offset } = at('calc.Ca^lc')
    expect(definitionAt(view, doc, offset)).toEqual([{ doc: 'coded_tools/desk/calc.py', from: 10, to: 14 }])
  })
})

describe('hover', () => {
  test.each([
    ['[ca^lc', { kind: 'entry', about: 'coded-tool: Adds up in Lyon' }],
    ['name = De^sk', { kind: 'entry', about: 'agent: no description' }],
    ['"/oth^er"', { kind: 'network', about: 'network', file: 'registries/other.hocon' }],
    ['{ci^ty}",', { kind: 'placeholder', about: 'Lyon' }],
    ['[tok^en]', { kind: 'private-key', about: 'private key: no model sees its value' }],
  ])('over %s', (piece, subject) => {
    const { view, doc, offset } = at(piece)
    expect(hoverAt(view, doc, offset)?.subject).toEqual(subject)
  })

  test('[N-55] over a class names the file that counts and those that it hides', () => {
    const { view, doc, offset } = at('calc.Ca^lc')
    expect(hoverAt(view, doc, offset)?.subject).toEqual({
      kind: 'class',
      about: 'Adds numbers.',
      file: 'coded_tools/desk/calc.py',
      shadowed: ['coded_tools/calc.py'],
    })
  })

  test('[N-51] over a key says what it means, and what is written', () => {
    const { view, doc, offset } = at('func^tion')
    expect(hoverAt(view, doc, offset)).toMatchObject({
      title: 'tools[1].function',
      about: { about: expect.stringContaining('callers') },
    })
    const joined = at('instr^uctions')
    expect(hoverAt(joined.view, joined.doc, joined.offset)?.value).toBe('"Be kind.  in {city}"')
  })
})

const quoted = `"commondefs" { "replacement_strings" { city = Lyon }, "replacement_values" { "house_model" { model_name = "gpt-4o" } } }
"mine" { "own" = 1 }
tools = [
  { "name" = "Desk", "llm_config" = "house_model", tools = ["calc", "/other", """calc"""], uses = \${"mine".own} }
  { name = "calc", class = "calc.Calc", "args" { "free" = "in {city}" } }
]
`

describe('a name in quotes', () => {
  const { view, doc } = marked(`${quoted}<|>`, {}, around)
  const facts = (offset: number) => ({
    range: renameRange(view, doc, offset),
    renamed: renameAt(view, doc, offset, 'other_name'),
    definition: definitionAt(view, doc, offset),
    references: referencesAt(view, doc, offset),
    hover: hoverAt(view, doc, offset)?.subject,
  })
  const names = [...quoted.matchAll(/("{1,3})([\w./]+)\1/g)].map(({ 0: text, 1: quotes = '', index }) => ({
    ...{ text, from: index, to: index + text.length, quotes: quotes.length },
  }))

  test.each(names)('is meant wherever the cursor touches it: $text at $from', ({ from, to, quotes }) => {
    const inside = facts(from + quotes + 1)
    expect(facts(from)).toEqual(inside)
    expect(facts(to - quotes)).toEqual(inside)
    expect(facts(to)).toEqual(inside)
  })

  test('can be renamed there when it is an entry, a placeholder or a key of ones own, and leads somewhere', () => {
    const renameable = names.filter(({ to }) => facts(to).range !== undefined).map(({ text }) => text)
    expect(renameable).toEqual([
      '"house_model"',
      '"mine"',
      '"own"',
      '"Desk"',
      '"house_model"',
      '"calc"',
      '"""calc"""',
      '"mine"',
      '"calc"',
      '"free"',
    ])
    expect(names.filter(({ to }) => facts(to).definition.length > 0).map(({ text }) => text)).toContain('"/other"')
  })

  test('ends at its quote: a placeholder inside of a text is touched at its braces only', () => {
    const end = quoted.indexOf('{city}"') + 7
    expect(facts(end - 1).range).toMatchObject({ from: end - 6, to: end - 2 })
    expect(facts(end).range).toBeUndefined()
  })
})

const shop = `sly_data_schema { properties { token { type = string }, user {} } }
commondefs { replacement_values { house_model { model_name = "gpt-4o" }, kinds = ["a", "b"], "both" = kinds } }
tools = [
  { name = Desk, llm_config = "house_model", function { sly_data_schema { properties.token {} } }
    allow { to_upstream { sly_data = ["token", other] }, to_downstream.sly_data { token = true, user = "token" } } }
  { name = calc, class = calc.Calc, args { wanted = kinds, text = "all kinds" }, llm_config = house_model }
]
`
const shown = (text: string, places: readonly { doc: string; from: number; to: number }[]) =>
  places.map(({ from, to }) => `${text.slice(0, from).split('\n').length}:${text.slice(from, to)}`)

describe('names that stand for values, and private keys', () => {
  test.each([
    ['llm_config = "hou<|>se_model"', ['2:house_model'], ['4:house_model', '6:house_model']],
    ['{ hou<|>se_model {', ['2:house_model'], ['4:house_model', '6:house_model']],
    ['wanted = kin<|>ds', ['2:kinds'], ['6:kinds', '2:kinds']],
    ['"bo<|>th"', ['2:both'], []],
    ['["tok<|>en"', ['1:token', '4:token'], ['5:token', '5:token']],
    ['{ tok<|>en = true', ['1:token', '4:token'], ['5:token', '5:token']],
    ['{ tok<|>en { type', ['1:token', '4:token'], ['5:token', '5:token']],
    ['properties.tok<|>en', ['1:token', '4:token'], ['5:token', '5:token']],
    [', oth<|>er]', [], ['5:other']],
    ['us<|>er = "token"', ['1:user'], ['5:user']],
  ])('references of %s', (piece, definitions, uses) => {
    const { view, doc, offset, text } = marked(shop.replace(piece.replace('<|>', ''), piece))
    const found = referencesAt(view, doc, offset)
    expect([shown(text, found.definitions), shown(text, found.uses)]).toEqual([definitions, uses])
    expect(shown(text, definitionAt(view, doc, offset))).toEqual(definitions)
  })

  test.each([
    ['llm_config = "hou<|>se_model"', 'local', shop.replaceAll('house_model', 'local')],
    ['hou<|>se_model {', 'local', shop.replaceAll('house_model', 'local')],
    ['wanted = kin<|>ds', 'sorts', shop.replaceAll('kinds', 'sorts').replace('all sorts', 'all kinds')],
    ['wanted = kin<|>ds', 'both', 'name-taken'],
    ['wanted = kin<|>ds', 'two words', 'bad-name'],
    // Another text is this word already, and would mean something else.
    ['wanted = kin<|>ds', 'Desk', 'cannot-edit'],
    ['"tok<|>en", other', 'key', 'cannot-rename'],
    ['{ tok<|>en { type', 'key', 'cannot-rename'],
  ])('rename of %s to %s', (piece, to, expected) => {
    const { view, doc, offset, text } = marked(shop.replace(piece.replace('<|>', ''), piece))
    const edits = renameAt(view, doc, offset, to)
    expect(edits.ok ? applyTextEdits(text, edits.value) : edits.error.code).toBe(expected)
  })

  test('a placeholder is renamed from where it is defined, too', () => {
    const { view, doc, offset } = at('{ ci^ty =')
    const edits = renameAt(view, doc, offset, 'town')
    expect(edits.ok && applyTextEdits(view.hocon.text(doc), edits.value)).toBe(desk.replaceAll('city', 'town'))
  })

  test('a name that stands for a value says for which', () => {
    const { view, doc, offset } = marked(shop.replace('wanted = kinds', 'wanted = ki<|>nds'))
    expect(hoverAt(view, doc, offset)?.subject).toEqual({ kind: 'replacement', about: 'stands for [2 items]' })
  })
})

describe('references and rename', () => {
  test('of an entry are its name and every list that names it', () => {
    const { view, doc, offset } = at('name = ca^lc')
    const found = referencesAt(view, doc, offset)
    expect([found.definitions.length, found.uses.length]).toEqual([1, 1])
    expect(renameRange(view, doc, offset)).toEqual({ doc, from: offset - 2, to: offset + 2 })
    const edits = renameAt(view, doc, offset, 'sums')
    expect(edits.ok && applyTextEdits(view.hocon.text(doc), edits.value)).toBe(
      desk.replace('[calc', '[sums').replace('name = calc', 'name = sums'),
    )
  })

  test('of a placeholder are its key and every text that holds it', () => {
    const { view, doc, offset } = at('{ci^ty}",')
    expect(referencesAt(view, doc, offset).uses).toHaveLength(2)
    const edits = renameAt(view, doc, offset, 'town')
    expect(edits.ok && applyTextEdits(view.hocon.text(doc), edits.value)).toBe(desk.replaceAll('city', 'town'))
    expect(renameAt(view, doc, offset, 'a b')).toMatchObject({ ok: false, error: { code: 'bad-name' } })
  })

  test('of a key of one’s own goes through the include graph; a key with a meaning is refused', () => {
    const own = at('${to^ne}')
    const edits = renameAt(own.view, own.doc, own.offset, 'mood')
    expect(edits.ok && edits.value.map(({ doc, text }) => `${doc} ${text}`)).toEqual([
      'registries/base.hocon mood',
      'registries/desk.hocon mood',
    ])
    const known = at('func^tion')
    expect(renameRange(known.view, known.doc, known.offset)).toBeUndefined()
    expect(renameAt(known.view, known.doc, known.offset, 'f')).toMatchObject({
      ok: false,
      error: { code: 'known-key' },
    })
    const path = at('"/oth^er"')
    expect(renameAt(path.view, path.doc, path.offset, 'f')).toMatchObject({
      ok: false,
      error: { code: 'cannot-rename' },
    })
  })
})

test('colours tell entries, private keys, prompts and placeholders apart', () => {
  const { view, doc, text } = marked(desk, base, around)
  const special = coloursOf(view, doc).filter(({ kind }) => /entry|network|private-key|prompt|placeholder/.test(kind))
  expect(special.map(({ kind, from, to }) => `${kind} ${text.slice(from, to)}`)).toEqual([
    'entry Desk',
    'prompt in ',
    'placeholder {city}',
    'entry calc',
    'network /other',
    'private-key token',
    'entry calc',
    'prompt Adds up in ',
    'placeholder {city}',
  ])
})

test('the outline names entries and says what they are', () => {
  const { view, doc } = marked(desk, base, around)
  const show2 = (items: readonly NetworkOutlineItem[]): readonly string[] =>
    items.flatMap(({ name, entry, children }) => [
      ...(entry === undefined ? [] : [`${name} ${entry}`]),
      ...show2(children),
    ])
  expect(show2(outlineOf(view, doc))).toEqual(['Desk front-man', 'calc coded-tool'])
})

test('a misspelt expectation of a test case, which would always pass, is pointed out', () => {
  const text =
    'agent = desk\ninteractions = [ { text = Hi, response { text { keyword = [a] }, sly_data { eta { value = Tue } } } } ]'
  const { view } = marked(text, {}, { file: 'tests/a.hocon' })
  expect(diagnosticsOf(view).map(({ code, message }) => `${code}: ${message}`)).toEqual([
    'unknown-key: nothing reads the key keyword here; did you mean keywords?',
  ])
})

test.each([
  ['config/toolbox_info.hocon', 'a { description = d }', ['error missing-class']],
  ['config/toolbox_info.hocon', 'a { class = m.C, parameters = [] }', ['warning wrong-kind']],
  ['config/llm_info.hocon', 'small { class = openai, context_window_size = "8000", capabilities = [tools] }', []],
  ['config/llm_info.hocon', 'default_config { temprature = 1 }', ['hint unknown-key']],
  ['config/mcp_info.hocon', '"https://m.test" { tools = [a] }\n"https://n.test" = [a]', ['warning wrong-kind']],
  ['tests/a.hocon', 'agent = desk\ninteractions = { text = Hi }', ['warning wrong-kind']],
  ['tests/a.hocon', 'agent = desk\ninteractions = [{ text = [Hi] }]', ['warning wrong-kind']],
  ['registries/common.hocon', 'nmae = x', []],
  ['registries/toolbox.hocon', 'tools = [', ['error syntax-unclosed-bracket', 'error no-tools']],
])('%s with %s says %j', (file, text, expected) => {
  const { view } = marked(text, {}, { file })
  expect(diagnosticsOf(view).map(({ severity, code }) => `${severity} ${code}`)).toEqual(expected)
})

test('a prompt that shows how a test is written makes no test of its network', () => {
  const text = 'tools = [ { name = Desk, instructions = """\ninteractions = [\nagent = x\n""" } ]'
  expect(marked(text).view.kindOf('registries/desk.hocon')).toBe('network')
})

test('actions repair what the network complains about', () => {
  const { view, doc, offset } = at('[ca^lc')
  const wrong = marked(desk.replace('[calc', '[clac'), base, around)
  expect(actionsAt(view, doc, { from: offset, to: offset })).toEqual([])
  expect(actionsAt(wrong.view, doc, { from: offset, to: offset })).toMatchObject([
    { title: 'Change to calc', code: 'unknown-reference', edits: [{ text: 'calc' }] },
  ])
})
