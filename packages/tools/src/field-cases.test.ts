// Schemas and arguments as they come in the field, each named by its case.
import { applyTextEdits, fromJson, type JsonObject, printJson, toJson } from '@slyglass/base'
import { readNetwork } from '@slyglass/network'
import { expect, test } from 'vitest'
import { bindArguments, functionSchema, readArguments, readParameters } from './index.ts'

test('[B13] words for types are JSON Schema’s on the wire, those of Python too, and a word that nobody knows is an error at its place', () => {
  const words = { cost: 'float', n: 'int', ids: 'list', opt: 'dict', ok: 'bool', s: 'str' }
  const declared = Object.fromEntries(Object.entries(words).map(([name, type]) => [name, { type }]))
  const schema = functionSchema(
    readParameters(toJson({ type: 'object', properties: declared, required: Object.keys(declared) }) as JsonObject),
  )
  expect(fromJson(schema)).toEqual({
    properties: {
      cost: { type: 'number' },
      n: { type: 'integer' },
      ids: { type: 'array', items: {} },
      opt: { type: 'object', additionalProperties: true },
      ok: { type: 'boolean' },
      s: { type: 'string' },
    },
    required: Object.keys(declared),
    type: 'object',
  })
  const text = `{ tools = [
    { name = desk, instructions = "Go.", function { description = "d" }, tools = ["pay"] }
    { name = pay, class = "pay.Pay", function { description = "Pays a sum.", parameters {
      type = object, properties { cost { type = money, description = "How much." } } } } }
  ] }`
  const { diagnostics } = readNetwork({ network: 'desk', file: 'desk.hocon', texts: { 'desk.hocon': text } })
  const fault = diagnostics.find(({ code }) => code === 'bad-type')
  expect(fault?.severity).toBe('error')
  expect(text.slice(fault?.at.from, fault?.at.to)).toContain('money')
})

test('[B13] a word of Python is kept in the file, warned about because neuro-san refuses it, and mended by a fix that loads', () => {
  const text = (types: readonly string[]) => `{ tools = [
    { name = desk, instructions = "Go.", function { description = "Answers all." }, tools = ["pay"] }
    { name = pay, class = "pay.Pay", function { description = "Pays a sum of money.", parameters {
      type = object, properties { ${types.map((type, at) => `p${at} { "type": "${type}" }`).join(', ')} } } } }
  ] }`
  const read = (source: string) => readNetwork({ network: 'desk', file: 'desk.hocon', texts: { 'desk.hocon': source } })
  const written = text(['list', 'dict', 'str', 'float'])
  const told = read(written).diagnostics
  expect(told.map(({ severity, code, at }) => [severity, code, written.slice(at.from, at.to)].join(' '))).toEqual([
    'warning borrowed-type "list"',
    'warning borrowed-type "dict"',
    'warning borrowed-type "str"',
  ])
  const edits = told.flatMap(({ fixes }) => fixes[0]?.edits ?? [])
  const mended = applyTextEdits(written, edits)
  expect(read(mended).diagnostics).toEqual([])
  expect(mended).toContain('"array", "items": { "type": "string" }')
})

test('[B13] arguments of such parameters arrive as what they are', () => {
  const properties = { ids: { type: 'list' }, opt: { type: 'dict' }, s: { type: 'str' } }
  const parameters = readParameters(
    toJson({ type: 'object', properties, required: Object.keys(properties) }) as JsonObject,
  )
  const bind = (text: string) => {
    const read = readArguments(text)
    return read.kind === 'object' ? bindArguments(parameters, read.args, undefined) : undefined
  }
  const found = bind('{"ids":[1,"a",{"b":2.0}],"opt":{"k":[1]},"s":"x"}')
  expect(found?.ok === true && printJson(found.value)).toContain('"ids":[1,"a",{"b":2.0}],"opt":{"k":[1]},"s":"x"')
  expect(bind('{"ids":"no list","opt":{},"s":"x"}')?.ok).toBe(false)
})

test('[B25] null for an optional parameter is as good as nothing sent, "" stays, null for a required one is told', () => {
  const properties = { q: { type: 'string' }, country: { type: 'string' }, limit: { type: 'integer' } }
  const parameters = readParameters(toJson({ type: 'object', properties, required: ['q'] }) as JsonObject)
  const bound = (text: string) => {
    const read = readArguments(text)
    if (read.kind !== 'object') throw new Error(read.kind)
    const found = bindArguments(parameters, read.args, undefined)
    return found.ok ? printJson(found.value) : `refused: ${JSON.stringify(found.error)}`
  }
  expect(bound('{"q":"cars","country":null,"limit":null}')).toBe(bound('{"q":"cars"}'))
  expect(bound('{"q":"","country":""}')).toContain('"q":"","country":""')
  expect(bound('{"q":null}')).toMatch(/^refused: .*q/)
})
