// Schemas and arguments as they come in the field, each named by its case.
import { fromJson, type JsonObject, printJson, toJson } from '@slyglass/base'
import { readNetwork } from '@slyglass/network'
import { expect, test } from 'vitest'
import { bindArguments, functionSchema, readArguments, readParameters } from './index.ts'

test('[B13] neuro-san’s words for types are JSON Schema’s on the wire, and a word that nobody knows is an error at its place', () => {
  const declared = { cost: { type: 'float' }, n: { type: 'int' }, ok: { type: 'bool' }, s: { type: 'string' } }
  const schema = functionSchema(
    readParameters(toJson({ type: 'object', properties: declared, required: Object.keys(declared) }) as JsonObject),
  )
  expect(fromJson(schema)).toMatchObject({
    properties: { cost: { type: 'number' }, n: { type: 'integer' }, ok: { type: 'boolean' }, s: { type: 'string' } },
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
