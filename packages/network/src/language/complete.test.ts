// biome-ignore-all lint/suspicious/noTemplateCurlyInString: substitutions of HOCON
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyTextEdits } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { marked } from '../testing/marked.ts'
import { haveNetworks, networkSets } from '../testing/public-networks.ts'
import { BUILT_IN_MODELS, BUILT_IN_TOOLS } from './built-in-names.ts'
import { completeAt, type LanguageInput } from './index.ts'

const around: Partial<LanguageInput> = {
  networks: ['other', 'basic/desk'],
  classes: [{ name: 'accountant.Accountant', detail: 'accountant.py' }],
  toolbox: [{ name: 'tavily_search' }],
  models: [{ name: 'gpt-4o' }, { name: 'gpt-5.2' }],
  files: ['registries/manifest.hocon', 'registries/desk.hocon', 'registries/basic/a.hocon', 'llm.hocon'],
}

const labels = (text: string, more: Partial<LanguageInput> = {}) => {
  const { view, doc, offset } = marked(text, {}, { ...around, ...more })
  return completeAt(view, doc, offset).map(({ label }) => label)
}
const has = (text: string, ...wanted: readonly string[]) => {
  const found = labels(text)
  return wanted.filter((label) => !found.includes(label))
}

const desk = (entry: string) => `{ "tools": [
  { "name": "Desk", "instructions": "Hi", "tools": ["calc"] },
  { "name": "calc", "class": "calc.Calc" },
  ${entry}
] }`

describe('completion of keys', () => {
  test.each([
    ['<|>', ['tools', 'metadata', 'commondefs', 'llm_config', 'max_steps', 'studio']],
    [desk('{ <|> }'), ['name', 'function', 'instructions', 'class', 'toolbox', 'tools', 'allow', 'studio']],
    [desk('{ "function": { <|> } }'), ['description', 'parameters']],
    [desk('{ "function": { "parameters": { <|> } } }'), ['type', 'properties', 'required']],
    [
      desk('{ "function": { "parameters": { "properties": { "a": { "b": 1, <|> } } } } }'),
      ['type', 'description', 'items'],
    ],
    [desk('{ "allow": { <|> } }'), ['to_upstream', 'to_downstream', 'from_downstream', 'connectivity']],
    [desk('{ "allow": { "to_upstream": { <|> } } }'), ['sly_data']],
    [desk('{ "llm_config": { <|> } }'), ['model_name', 'temperature', 'fallbacks']],
    [desk('{ "llm_config": { "fallbacks": [ { <|> } ] } }'), ['model_name', 'temperature']],
    [desk('{ "studio": { <|> } }'), ['on_doubt', 'runtime_name', 'timeout_ms', 'sly']],
    ['studio { sly { <|> } }', ['protect', 'policy', 'keep', 'fill']],
    ['studio { fetch { <|> } }', ['allow']],
    ['commondefs { <|> }', ['replacement_strings', 'replacement_values']],
  ])('%s offers what belongs there', (text, wanted) => {
    expect(has(text, ...wanted)).toEqual([])
  })

  test('leaves out what the kind of entry makes meaningless', () => {
    expect(labels(desk('{ "class": "a.B", <|> }')).filter((key) => /instructions|toolbox|command/.test(key))).toEqual(
      [],
    )
    expect(labels(desk('{ "toolbox": "t", <|> }')).filter((key) => /class|^tools$/.test(key))).toEqual([])
    expect(labels(desk('{ "instructions": "x", <|> }')).filter((key) => /class|toolbox/.test(key))).toEqual([])
  })
})

describe('an offered key is written as the document writes its own', () => {
  const greeter = (studio: string) => `# A front man: says hello.
{
  studio {${studio}}
  include "llm.hocon"
  metadata {
    description = "Greets people."
  }
  tools = []
}`
  test.each([
    [greeter('<|>'), 'on_doubt', greeter('on_doubt = <|>')],
    [greeter('<|>'), 'error_text', greeter('error_text = "<|>"')],
    [greeter('<|>'), 'sly', greeter('sly {<|>}')],
    ['{ "tools": [], "studio": { <|> } }', 'on_doubt', '{ "tools": [], "studio": { "on_doubt": "<|>" } }'],
  ])('%s with %s', (marks, label, expected) => {
    const { view, doc, offset, text } = marked(marks, {}, around)
    const offer = completeAt(view, doc, offset).find((one) => one.label === label)
    const caret = offer?.caret ?? offer?.text.length ?? 0
    const taken = offer && { ...offer, text: `${offer.text.slice(0, caret)}<|>${offer.text.slice(caret)}` }
    expect(taken && applyTextEdits(text, [taken])).toBe(expected)
  })

  test('a whole word comes before the words that it begins', () => {
    const found = labels('studio { <|> }')
    expect(found.indexOf('parallel')).toBeLessThan(found.indexOf('parallel_tool_calls'))
  })
})

describe('what is used most is offered first', () => {
  test.each([
    ['<|>', ['tools', 'metadata', 'llm_config']],
    [desk('{ <|> }'), ['name', 'function', 'instructions']],
    ['studio { <|> }', ['requires_approval', 'timeout_ms', 'retries']],
    [desk('{ "studio": { <|> } }'), ['requires_approval', 'timeout_ms', 'retries']],
    [desk('{ "llm_config": { <|> } }'), ['model_name']],
  ])('%s', (text, first) => {
    expect(labels(text).slice(0, first.length)).toEqual(first)
  })
})

describe('completion of values', () => {
  test.each([
    [desk('{ "name": "c", "tools": [<|>] }'), ['Desk', 'calc', '/other', '/basic/desk']],
    [desk('{ "name": "c", "tools": ["calc", "<|>"] }'), ['Desk', '/other', '/basic/desk']],
    [desk('{ "class": "<|>" }'), ['accountant.Accountant']],
    [desk('{ "toolbox": "<|>" }'), ['tavily_search', ...BUILT_IN_TOOLS.map(({ name }) => name)]],
    [
      desk('{ "function": { "parameters": { "properties": { "a": { "type": "<|>" } } } } }').replace(
        'calc.Calc',
        'c.C',
      ),
      ['string', 'int', 'integer', 'number', 'float', 'bool', 'boolean', 'array', 'object'],
    ],
    [desk('{ "function": { "parameters": { "properties": { "a": {}, "b": {} }, "required": ["<|>"] } } }'), ['a', 'b']],
    [desk('{ "args": { "tools": ["<|>"] } }'), ['Desk', 'calc', '']],
    [
      'sly_data_schema { properties { token {}, user {} } }, tools = [ { allow { to_upstream { sly_data = [<|>] } } } ]',
      ['token', 'user'],
    ],
    ['studio { on_doubt = <|> }', ['rerun', 'ask', 'fail']],
    ['commondefs { replacement_strings { city = Lyon } }, tools = [ { instructions = "In {<|>" } ]', ['city']],
  ])('%s', (text, wanted) => {
    expect(labels(text)).toEqual(wanted.filter((label) => label !== ''))
  })

  test.runIf(haveNetworks)('every built-in model is in the built-in table of the original', () => {
    const table = networkSets.flatMap(({ root }) => {
      const path = join(root, 'neuro_san/internals/run_context/langchain/llms/default_llm_info.hocon')
      return existsSync(path) ? [readFileSync(path, 'utf8')] : []
    })
    expect(BUILT_IN_MODELS.filter(({ name }) => !table.join().includes(`"${name}": {`))).toEqual([])
  })

  test('models of the project come before those that are built in, only after a name that begins one of them, and none twice', () => {
    const found = labels(desk('{ "llm_config": { "model_name": "<|>" } }'))
    expect(found.slice(0, 3)).toEqual(['gpt-4', 'gpt-4o', 'gpt-5'])
    expect(found).toEqual(expect.arrayContaining(['gpt-4.1', 'claude-sonnet', 'gemini-2.5-pro', 'llama3.1']))
    expect(new Set(found).size).toBe(found.length)
  })

  test.each([
    ['"tools": ["ca<|>"]', 'calc', '"tools": ["calc"]'],
    ['"tools": ["ca<|>lc"]', 'Desk', '"tools": ["Desk"]'],
    ['"tools": ["calc", "/o<|>"]', '/other', '"tools": ["calc", "/other"]'],
    ['"tools": ["ca<|>', 'calc', '"tools": ["calc"'],
    ['"tools": [ca<|>]', 'calc', '"tools": ["calc"]'],
    ['"toolbox": "get_<|>"', 'get_current_date_time', '"toolbox": "get_current_date_time"'],
    ['"llm_config": { "model_name": "cl<|>" }', 'claude-sonnet', '"llm_config": { "model_name": "claude-sonnet" }'],
  ])('a name that is begun is finished: %s and %s give %s', (typed, label, expected) => {
    const { view, doc, offset, text } = marked(desk(`{ "name": "c", ${typed}`), {}, around)
    const offer = completeAt(view, doc, offset).find((one) => one.label === label)
    expect(offer && applyTextEdits(text, [offer])).toBe(desk(`{ "name": "c", ${expected}`))
  })

  test('[N-51] description, parameters and class are completed where a coded tool is written', () => {
    const { view, doc, offset, text } = marked(desk('{ "name": "acc", "class": "acc<|>" }'), {}, around)
    const [offer] = completeAt(view, doc, offset)
    if (offer === undefined) throw new Error('nothing offered')
    expect(applyTextEdits(text, [offer])).toContain('"class": "accountant.Accountant"')
    expect(has(desk('{ "name": "acc", "class": "a.B", <|> }'), 'function')).toEqual([])
    expect(has(desk('{ "class": "a.B", "function": { "de<|>" } }'), 'description', 'parameters')).toEqual([])
  })
})

describe('completion in the files around networks', () => {
  test.each([
    ['registries/manifest.hocon', '{ "<|>" }', ['desk.hocon', 'basic/a.hocon']],
    ['registries/manifest.hocon', '{ "desk.hocon": { <|> } }', ['serve', 'public', 'mcp', 'periodic', 'distributable']],
    ['registries/manifest.hocon', '{ "desk.hocon": <|> }', ['true', 'false']],
    [
      'toolbox_info.hocon',
      'search { <|> }',
      ['class', 'description', 'parameters', 'args', 'base_tool_info_url', 'display_as'],
    ],
    ['llm_info.hocon', 'classes { mine { <|> } }', ['extends', 'args']],
    [
      'mcp_info.hocon',
      '"https://h/mcp" { <|> }',
      ['http_headers', 'command', 'args', 'env', 'cwd', 'readable', 'tools'],
    ],
    ['tests/a.hocon', 'agent = desk\ninteractions = [ { response { <|> } } ]', ['text', 'structure', 'sly_data']],
    ['tests/a.hocon', 'interactions = []\nagent = "<|>"', ['other', 'basic/desk']],
  ])('%s: %s', (file, text, wanted) => {
    expect(labels(text, { file })).toEqual(wanted)
  })

  test('expectations of a test case are completed at every depth', () => {
    const text = 'agent = desk\ninteractions = [ { response { text { <|> } } } ]'
    expect(labels(text, { file: 'tests/a.hocon' })).toEqual(
      ['value', 'less', 'greater', 'keywords', 'gist'].flatMap((name) => [name, `not_${name}`]),
    )
  })
})
