import { readdirSync, readFileSync } from 'node:fs'
import { fromJson, isJsonList, type Json, type JsonObject, jsonAt, jsonEquals, parseJson, toJson } from '@slyglass/base'
import { readNetwork } from '@slyglass/network'
import { describe, expect, test } from 'vitest'
import { functionSchema, offeredFunction, readParameters } from './index.ts'

const RECORDINGS = new URL('../../../fixtures/recordings/', import.meta.url)

function offeredInRecording(name: string): ReadonlyMap<string, Json> {
  const lines = readFileSync(new URL(`${name}/model-requests.jsonl`, RECORDINGS), 'utf8')
    .split('\n')
    .filter(Boolean)
  const tools = lines.flatMap((line) => {
    const parsed = parseJson(line)
    const listed = jsonAt(parsed.ok ? parsed.value : null, 'body', 'tools')
    return isJsonList(listed) ? listed : []
  })
  return new Map(tools.map((tool) => [String(jsonAt(tool, 'function', 'name')), tool]))
}

function entriesOf(name: string) {
  const files = readdirSync(new URL(`${name}/registries/`, RECORDINGS)).filter((file) =>
    /^(?!manifest).*\.hocon$/.test(file),
  )
  return files.flatMap((file) => {
    const texts = { [file]: readFileSync(new URL(`${name}/registries/${file}`, RECORDINGS), 'utf8') }
    return readNetwork({ network: 'desk', file, texts }).entries
  })
}

describe.each(['coded-tool-args', 'schema-corners', 'delegation', 'delegation-no-parameters', 'fixed-args'])(
  'recording %s: each tool is offered as the real server offers it',
  (name) => {
    const recorded = offeredInRecording(name)
    test.each([...recorded.keys()])('%s', (tool) => {
      const ours = entriesOf(name)
        .filter((entry) => entry.name === tool)
        .map((entry) => {
          const parameters = readParameters(entry.parameters)
          return offeredFunction({ name: tool, description: entry.description ?? '', parameters }, false)
        })
      const wanted = recorded.get(tool) ?? null
      expect(ours.some((one) => jsonEquals(one, wanted))).toBe(true)
    })
  },
)

const schema = (parameters: object) => fromJson(functionSchema(readParameters(toJson(parameters) as JsonObject)))

test('[N-31] float, int and bool reach the model as number, integer and boolean', () => {
  const properties = { a: { type: 'float' }, b: { type: 'int' }, c: { type: 'bool' } }
  expect(schema({ type: 'object', properties, required: ['a', 'b', 'c'] })).toEqual({
    properties: { a: { type: 'number' }, b: { type: 'integer' }, c: { type: 'boolean' } },
    required: ['a', 'b', 'c'],
    type: 'object',
  })
})

test('names that Python cannot take are not offered', () => {
  const properties = { from: { type: 'string' }, 'with-dash': { type: 'string' }, über: { type: 'string' } }
  expect(Object.keys((schema({ type: 'object', properties }) as { properties: object }).properties)).toEqual(['über'])
})

test('strict mode requires every property and closes every object; null says nothing about it', () => {
  const parameters = readParameters(
    toJson({ type: 'object', properties: { n: { type: 'object', properties: { m: { type: 'int' } } } } }) as JsonObject,
  )
  const tool = { name: 't', description: 'T', parameters }
  const strict = fromJson(offeredFunction(tool, true)) as { function: { strict?: boolean; parameters: object } }
  expect(strict.function).toMatchObject({
    strict: true,
    parameters: {
      required: ['n'],
      additionalProperties: false,
      properties: { n: { anyOf: [{ required: ['m'], additionalProperties: false }, { type: 'null' }] } },
    },
  })
  expect(fromJson(offeredFunction(tool, null))).not.toHaveProperty('function.strict')
})
