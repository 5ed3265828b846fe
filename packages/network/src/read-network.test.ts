// biome-ignore-all lint/suspicious/noTemplateCurlyInString: substitutions of HOCON
import { applyTextEdits, isJsonObject, positionAt, printJson, toJson } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { crossKeys, nearNames, overlay, readManifest, readNetwork } from './index.ts'

const read = (text: string, texts: Record<string, string> = {}, env: Record<string, string> = {}) =>
  readNetwork({ network: 'n', file: 'registries/n.hocon', texts: { 'registries/n.hocon': text, ...texts }, env })

const codes = (text: string) =>
  read(text).diagnostics.map(({ code, severity, entry }) => [severity, code, entry ?? ''].join(' '))

const desk = (rest: string, tools = '["calc"]') => `{ tools = [
  { name = "Desk", function { description = "Answers what clients ask" }, instructions = "Help.", tools = ${tools} }
  ${rest}
] }`
const calc = '{ name = "calc", function { description = "Adds two numbers up" }, class = "calc.Calc" }'

describe('a network', () => {
  test('[N-37] an edge of the graph is a name in tools, and an unknown one is an error with near names as fixes', () => {
    expect(read(desk(calc)).edges).toEqual([{ from: 'Desk', to: 'calc', kind: 'tools', target: 'entry' }])
    const text = desk(calc, '["clac"]')
    const problem = read(text).diagnostics.find(({ code }) => code === 'unknown-reference')
    expect(problem).toMatchObject({ code: 'unknown-reference', severity: 'error', entry: 'Desk' })
    expect(text.slice(problem!.at.from, problem!.at.to)).toBe('clac')
    expect(problem!.fixes).toEqual([{ title: 'Change to calc', edits: [{ ...problem!.at, text: 'calc' }] }])
  })

  test.each([
    ['["clac", "calc"]', ['Remove clac'], '["calc"]'],
    ['["calc", "run_code"]', ['Remove run_code'], '["calc"]'],
    ['["calc", "clac"]', ['Remove clac'], '["calc"]'],
    ['["calc"\n  "clac" # sums\n]', ['Remove clac'], '["calc"\n]'],
    ['["calc", "calx", "cald"]', ['Remove calx', 'Remove cald'], '["calc", "cald"]'],
    ['["clac"]', ['Change to calc'], '["calc"]'],
    ['["clac", "clac"]', ['Change to calc', 'Change to calc'], '["calc", "clac"]'],
    ['["calc"] ["clac"]', ['Remove clac'], '["calc"] []'],
    ['["calc", ${more}]', [], '["calc", ${more}]'],
  ])('[N-37] no fix writes a name into %s that is there: the wrong one goes', (tools, titles, after) => {
    const rest = `${calc} ]\n more = clac\n list = ["calc", "clac"]\n x = [`
    const text = desk(rest, tools)
    const fixes = read(text).diagnostics.flatMap(({ code, fixes }) => (code === 'unknown-reference' ? fixes : []))
    expect(fixes.map(({ title }) => title)).toEqual(titles)
    expect(applyTextEdits(text, fixes[0]?.edits ?? [])).toBe(desk(rest, after))
  })

  test.each([
    ['class = calc.Calc', 'calc.Calc'],
    ['class = "calc.Calc"', 'calc.Calc'],
    ['class: """calc.Calc"""', 'calc.Calc'],
    ['class = calc.${kind}', 'calc.${kind}'],
  ])('an entry knows where its class is written: %s', (field, written) => {
    const text = desk(`{ name = "calc", ${field} } ]\n kind = Calc\n x = [`)
    const { className, classAt } = read(text).entries[1] ?? {}
    expect(className).toBe('calc.Calc')
    expect(text.slice(classAt?.from, classAt?.to)).toBe(written)
  })

  test('[N-36] a front man with class or toolbox is an error that says what a front man must be', () => {
    const at = (key: string) =>
      read(`{ tools = [ { name = "a", function { description = "d e" }, ${key} = "b.C" } ] }`).diagnostics[0]
    expect(at('class')).toMatchObject({
      code: 'front-man-class',
      severity: 'error',
      message: expect.stringContaining('LLM agent that delegates'),
    })
    expect(at('toolbox')).toMatchObject({ code: 'front-man-toolbox', severity: 'error' })
  })

  test('[N-79][N-80] a toolbox entry has neither tools nor class', () => {
    expect(codes(desk('{ name = "calc", toolbox = "t", tools = ["Desk"] }'))).toContain('error toolbox-and-tools calc')
    expect(codes(desk('{ name = "calc", toolbox = "t", class = "a.B" }'))).toContain('error class-and-toolbox calc')
  })

  test('[N-30] name, description, parameters and class are read; a missing description is an error on its line', () => {
    const entry = `{ name = "calc", class = "calc.Calc", function { description = "Adds up"
      parameters { type = object, properties { cost { type = float } }, required = ["cost"] } } }`
    expect(read(desk(entry)).entries[1]).toMatchObject({
      name: 'calc',
      kind: 'coded-tool',
      description: 'Adds up',
      className: 'calc.Calc',
    })
    const { parameters } = read(desk(entry)).entries[1] ?? {}
    expect(printJson(parameters ?? null)).toBe(
      '{"type":"object","properties":{"cost":{"type":"float"}},"required":["cost"]}',
    )
    const text = desk('{ name = "calc", class = "calc.Calc", function { } }')
    const problem = read(text).diagnostics.find(({ code }) => code === 'missing-description')
    expect(problem?.severity).toBe('error')
    expect(text.slice(0, problem!.at.from).split('\n')).toHaveLength(3)
  })

  test('[N-30] [U-66] a class whose source brings a description needs none in its entry', () => {
    const text = desk('{ name = "calc", class = "calc.Calc" }')
    const input = { network: 'desk', file: 'desk.hocon', texts: { 'desk.hocon': text } }
    const told = (described: readonly string[]) =>
      readNetwork({ ...input, described }).diagnostics.map(({ code }) => code)
    expect(told([])).toEqual(['missing-description'])
    expect(told(['calc.Calc'])).toEqual([])
    expect(told(['calc.Other'])).toEqual(['missing-description'])
  })

  test('[N-32] an empty text, one word and a copied text get a hint, a full description gets none', () => {
    const two = (a: string, b: string) =>
      codes(
        desk(
          `{ name = "calc", class = "c.C", function { description = "${a}" } }, { name = "b", class = "c.C", function { description = "${b}" } }`,
          '["calc", "b"]',
        ),
      )
    expect(two('Adds', 'Counts the pieces on a shelf')).toEqual(['hint vague-description calc'])
    expect(two('', 'Counts the pieces on a shelf')).toEqual(['error empty-text calc', 'hint vague-description calc'])
    const vague = read(desk(calc.replace('Adds two numbers up', 'Adds'))).diagnostics[0]
    expect(vague?.message).toMatch(/the model decides by the description alone.*skipped or misused/)
    const fee = 'Works out the fee of a service in dollars from what it has cost so far, and gives the new total back.'
    expect(two(fee, 'Counts the pieces on a shelf')).toEqual([])
    expect(two('Adds numbers up', 'Adds numbers up')).toEqual(['hint vague-description b'])
    expect(two('Adds numbers up', 'Counts the pieces on a shelf')).toEqual([])
  })

  test('[B71] an absent optional key in an allow list lets nothing more through', () => {
    const text = '{ tools = [ { name = a, allow { to_downstream { sly_data = ["a", ${?extra_key}] } } } ] }'
    const crossed = (env: Record<string, string>) => {
      const allow = read(text, {}, env).entries[0]?.allow
      return crossKeys(allow, ['to_downstream.sly_data'], ['a', 'b', 'null', '']).passed.map(({ key }) => key)
    }
    expect(crossed({})).toEqual(['a'])
    expect(crossed({ extra_key: 'b' })).toEqual(['a', 'b'])
  })

  test('[B71] the slot of an optional key that is not set is told, by its rule and name; an absent value is no key', () => {
    const text =
      '{ tools = [ { name = a, n = ${?nope}, t = "x"${?nope}, allow { to_downstream { sly_data = ["a", ${?extra_key}] } } } ] }'
    const [entry] = read(text).entries
    expect(entry?.optionalKeys).toEqual([{ rule: 'to_downstream.sly_data', name: 'extra_key' }])
    expect([entry?.json.has('n'), entry?.json.get('t')]).toEqual([false, 'x'])
    expect(read(text, {}, { extra_key: 'b' }).entries[0]).not.toHaveProperty('optionalKeys')
    expect(read('{ tools = [ { name = a, allow { sly_data = [null] } } ] }').entries[0]).not.toHaveProperty(
      'optionalKeys',
    )
  })

  test.each([
    ['plain lines', 'Help\nand be kind.', 'Help\nand be kind.'],
    ['a quote in it', 'Help.\nSay \\"thanks\\", and \\"bye\\".\nNo more.', 'Help.\nSay "thanks", and "bye".\nNo more.'],
    ['a quote on the first line', 'Say \\"thanks\\".\nAnd a \\\\ too.', 'Say "thanks".\nAnd a \\ too.'],
    ['a quote at its end', 'Help.\nSay \\"thanks\\"', 'Help.\nSay "thanks"'],
    ['three quotes in it', 'Write\n\\"\\"\\" around it.', 'Write\n""" around it.'],
  ])('[N-33] a line break in a quoted text offers to mend it, and the mended text loads: %s', (_of, written, kept) => {
    const text = desk(calc).replace('"Help."', `"${written}"`)
    const problems = read(text).diagnostics.filter(({ severity }) => severity === 'error')
    expect(problems.map(({ code }) => code)).toEqual(['syntax-line-break-in-quotes'])
    const fixed = [...problems[0]!.fixes[0]!.edits]
      .sort((a, b) => b.from - a.from)
      .reduce((all, edit) => all.slice(0, edit.from) + edit.text + all.slice(edit.to), text)
    expect(codes(fixed)).toEqual([])
    expect(read(fixed).frontMan?.instructions).toBe(kept)
    expect(read(text).frontMan?.instructions).toBe(kept)
  })

  test('[B61] who is the front man: a coded tool first and no tools are errors, of two uncalled agents the second is unreachable', () => {
    expect(
      codes(
        '{ tools = [ { name = "calc", class = "c.C" }, { name = "Desk", function { description = "d e" }, instructions = "i", tools = ["calc"] } ] }',
      ),
    ).toContain('error front-man-class calc')
    expect(codes('{ tools = [] }')).toEqual(['error no-tools '])
    expect(codes('{ tools = [ { name = "x", toolbox = "x" } ] }')).toContain('error front-man-toolbox x')
    const two = read(desk('{ name = "B", function { description = "d e" }, instructions = "i" }', '[]'))
    expect(two.frontMan?.name).toBe('Desk')
    expect(two.diagnostics.map(({ code, entry }) => `${code} ${entry}`)).toContain('unreachable-entry B')
  })

  test('a name that is mistyped stands before what follows from it', () => {
    const errors = codes(desk(calc, '["claculator"]')).filter((code) => code.startsWith('error'))
    expect(errors[0]).toMatch(/^error unknown-reference/)
    expect(errors.some((code) => /unreachable-entry|no-front-man/.test(code))).toBe(true)
  })

  test('[B01] an include of the file resolves from the project, one of an included file from its folder, and a missing one is a warning at its line', () => {
    const file =
      '{ include "config/llm.hocon"\n tools = [ { name = "Desk", llm_config = ${llm_config}, instructions = "Hi", function { description = "d e" } } ] }'
    const found = read(file, {
      'config/llm.hocon': 'include "dev.hocon"',
      'config/dev.hocon': 'llm_config { model_name = "m-small" }',
    })
    expect(printJson(found.frontMan?.llmConfig ?? null)).toBe('{"model_name":"m-small"}')
    expect(found.documents).toEqual(['registries/n.hocon', 'config/llm.hocon', 'config/dev.hocon'])
    const wrong = read(file, { 'registries/config/llm.hocon': 'llm_config { model_name = "m" }' })
    expect(wrong.missingIncludes).toEqual(['config/llm.hocon'])
    const warning = wrong.diagnostics.find(({ code }) => code === 'include-missing')
    expect(warning?.message).toContain('registries/config/llm.hocon')
    expect(file.slice(warning!.at.from, warning!.at.to)).toBe('"config/llm.hocon"')
  })

  test('[B28] a stray brace is named at its place, with what is expected there, and the other agents are still read', () => {
    const text =
      '{ "tools": [ {"name":"Front","function":{"description":"d"}} },\n  {"name":"calc","class":"calc.Calc"} ] }'
    const network = read(text)
    const fault = network.diagnostics[0]
    expect(fault).toMatchObject({ code: 'syntax-stray-closer', severity: 'error' })
    expect(positionAt(text, fault?.at.from ?? 0)).toEqual({ line: 1, column: text.indexOf('} },') + 3 })
    expect(fault?.message).toBe('"}" closes nothing here; "]" or "," is expected')
    expect(codes(applyTextEdits(text, fault?.fixes[0]?.edits ?? []))).not.toContain('error syntax-stray-closer ')
    expect(network.entries.map(({ name }) => name)).toEqual(['Front', 'calc'])
  })

  test('[B50] names that objects have by nature are names like others', () => {
    const network = read(
      '{ __proto__ { isAdmin = true }, a.__proto__.p = 1, tools = [ { name = "toString", function { description = "d e" }, instructions = "i", tools = ["hasOwnProperty"] }, { name = "hasOwnProperty", class = "c.C", function { description = "d e f" } } ] }',
    )
    expect(network.edges).toHaveLength(1)
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
    expect(isJsonObject(network.json) && [...network.json.keys()]).toEqual(['__proto__', 'a', 'tools'])
  })

  test('[B07][B04] keys keep their order and numbers their digits', () => {
    const network = read(
      desk('', '[]').replace('instructions', '"10" = 12345678901234567890, "2" = 1.50, b = 3.0, instructions'),
    )
    expect(printJson(network.frontMan?.json ?? null)).toContain('"10":12345678901234567890,"2":1.5,"b":3.0')
  })

  test('[N-71] rules that let nothing pass although they seem to are warned about', () => {
    const rule = (text: string) =>
      codes(desk(calc).replace('tools = ["calc"]', `tools = ["calc"], allow { to_upstream { sly_data = ${text} } }`))
    for (const fine of ['true', 'false', 'null', '["a"]', '[]', '{ a = true, b = "c" }', '{}'])
      expect(rule(fine)).toEqual([])
    for (const odd of ['"a"', '0', '[1]', '{ a = 1 }', '{ a = { b = true } }', '{ a = null }'])
      expect(rule(odd)).toEqual(['warning bad-allow Desk'])
  })

  test('names, shapes and schemas that neuro-san refuses are errors', () => {
    expect(codes(desk(`${calc}, ${calc}`))).toContain('error duplicate-name calc')
    expect(codes(desk(calc.replaceAll('calc"', 'cälc"'), '["cälc"]'))).toEqual(['error bad-name cälc'])
    expect(codes(desk(calc, '"calc"'))).toContain('error bad-tools Desk')
    const schema = (text: string) => codes(desk(calc.replace('up" }', `up", parameters ${text} }`)))
    expect(schema('{ type = object, properties { a { type = string } } }')).toEqual([])
    expect(schema('{ a = 1 }')).toEqual(['error bad-parameters calc'])
    expect(schema('{ type = object, properties { a { type = money } } }')).toEqual(['error bad-type calc'])
    expect(schema('{ type = object, properties { a { type = array } } }')).toEqual(['error array-without-items calc'])
    expect(schema('{ type = object, properties { a { type = string } }, required = ["b"] }')).toEqual([
      'error bad-required calc',
    ])
  })

  test('[B05] a variable of the environment in a prompt is pointed out', () => {
    const text = desk(calc).replace('"Help."', '"Help " ${SECRET}')
    const network = read(text, {}, { SECRET: 'x' })
    expect(network.diagnostics.map(({ code }) => code)).toEqual(['environment-in-prompt'])
    expect(read(text).diagnostics[0]?.code).toBe('unresolved-substitution')
  })
})

describe('a manifest', () => {
  const manifest = (text: string, texts: Record<string, string> = {}) =>
    readManifest({ file: 'registries/manifest.hocon', texts: { 'registries/manifest.hocon': text, ...texts } })

  test('entries are paths from its folder, names are paths without ending, and each form has its flags', () => {
    const { networks, diagnostics } = manifest(
      '{ include "registries/more.hocon", "desk.hocon" = true, "basic/dotted.name.hocon" { serve = true }, "off.hocon" = false, "m.hocon" { serve = true, mcp { name = "x" } }, "odd.hocon" = "true" }',
      { 'registries/more.hocon': '"far.hocon" = true' },
    )
    expect(networks).toEqual([
      { name: 'far', file: 'registries/far.hocon', serve: true, public: true, mcp: true },
      { name: 'desk', file: 'registries/desk.hocon', serve: true, public: true, mcp: true },
      { name: 'basic/dotted.name', file: 'registries/basic/dotted.name.hocon', serve: true, public: false, mcp: false },
      { name: 'off', file: 'registries/off.hocon', serve: false, public: false, mcp: false },
      { name: 'm', file: 'registries/m.hocon', serve: true, public: true, mcp: true, mcpName: 'x' },
    ])
    expect(diagnostics.map(({ code }) => code)).toEqual(['bad-manifest-entry'])
  })

  test.each([
    ['serve = true, public = false, mcp { name = x, enable = false }', []],
    ['serve = true, periodic { interactions = [{ cron_schedule = "0 8 * * *", text = Hi }] }', []],
    ['serv = true', ['unknown-key: nothing reads the key serv here; did you mean serve?']],
    ['serve = true, mcpp = false', ['unknown-key: nothing reads the key mcpp here; did you mean mcp?']],
    [
      'serve = true, public = "yes"',
      ['bad-manifest-entry: "public" must be true or false; anything else counts as false'],
    ],
    ['serve = [true]', ['wrong-kind: serve must be true or false, and this is a list']],
    ['serve = true, mcp { nam = x }', ['unknown-key: nothing reads the key nam here; did you mean name?']],
  ])('an entry in braces is held to its keys and their kinds: %s', (entry, told) => {
    const { diagnostics } = manifest(`"desk.hocon" { ${entry} }`)
    expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual(told)
  })

  test('what it includes may be fetched later', () => {
    expect(manifest('include "a.hocon"').missingIncludes).toEqual(['a.hocon'])
    expect(readManifest({ file: 'm', texts: {} }).missingIncludes).toEqual(['m'])
  })
})

describe('pure helpers', () => {
  const over = (a: unknown, b: unknown) => {
    const merged = overlay(toJson(a) as never, toJson(b) as never)
    return merged.ok ? printJson(merged.value) : merged.error.code
  }

  test('an overlay merges objects, replaces lists, and gives texts the type that was there', () => {
    expect(over({ a: { x: 1, y: 2 }, l: [1] }, { a: { y: null }, l: [] })).toBe('{"a":{"x":1,"y":null},"l":[]}')
    expect(over({ n: 1, f: 1.5, b: false }, { n: '7.9', f: '2', b: 'TRUE' })).toBe('{"n":7,"f":2.0,"b":true}')
    expect(over({ n: 1 }, { n: 'many' })).toBe('not-a-number')
    expect(over({ n: null }, { n: '7' })).toBe('{"n":"7"}')
  })

  test('[B52] keys pass a boundary as the last rule says, renamed where it renames', () => {
    const allow = toJson({
      to_downstream: { sly_data: { tok: true, secret: 'api_key', pad: false } },
      from_downstream: { sly_data: ['sum'] },
      sly_data: true,
    })
    const cross = (paths: string[], keys: string[]) => crossKeys(allow as never, paths, keys)
    expect(cross(['sly_data', 'to_downstream.sly_data'], ['tok', 'secret', 'pad', 'other'])).toEqual({
      passed: [
        { key: 'tok', as: 'tok' },
        { key: 'secret', as: 'api_key' },
      ],
      withheld: ['pad', 'other'],
      rule: 'to_downstream.sly_data',
    })
    expect(cross(['from_downstream.sly_data'], ['sum', 'tok', 'x']).passed).toEqual([{ key: 'sum', as: 'sum' }])
    expect(cross(['to_upstream.sly_data'], ['tok'])).toEqual({ passed: [], withheld: ['tok'] })
  })

  test('near names are close in spelling', () => {
    expect(nearNames('Acountant', ['Desk', 'Accountant'])).toEqual(['Accountant'])
    expect(nearNames('math.add', ['math_add', 'x'])).toEqual(['math_add'])
    expect(nearNames('zzz', ['Accountant'])).toEqual([])
  })
})
