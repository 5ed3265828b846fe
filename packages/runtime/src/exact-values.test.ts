// Numbers keep their digits and objects their order between a model, its tools, the board and the log, each named by its case.
import { type JsonObject, printJson } from '@slyglass/base'
import { isOf, type RunEvent } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { fakeHosts, scriptedModels, testBench, testRequest } from './testing/index.ts'

/** Printed here and not by JSON.stringify, which would put 2 before 10. */
const PROPERTIES = '{"10":{"type":"string"},"2":{"type":"string"},"b":{"type":"string"}}'
const network = (parameters: string) => `{
  "llm_config": { "model_name": "gpt-4o", "use_responses_api": false },
  "tools": [
    { "name": "front", "function": { "description": "I ask." }, "instructions": "AGENT:front Ask.", "tools": ["echo"] },
    { "name": "echo", "function": { "description": "Says it back.", "parameters": ${parameters} }, "class": "echo.Tool",
      "args": { "id": 12345678901234567890 } }
  ]
}`

async function play(parameters: string, args: string, sly: Record<string, string> = {}) {
  const models = scriptedModels([
    { agent: 'front', assistantTurns: 0, answer: { calls: [{ tool: 'echo', args }] } },
    { agent: 'front', answer: { content: 'Done.' } },
  ])
  const got: string[] = []
  const board: string[] = []
  const hosts = fakeHosts({
    'echo.Tool': (given: JsonObject, call) => {
      got.push(printJson(given))
      board.push(...call.board.values())
      return given
    },
  })
  const file = 'registries/test.hocon'
  const request = { ...testRequest({}, 'go'), documents: [{ path: file, text: network(parameters) }] }
  const log = await testBench({ models, hosts, sly }).run(request)
  const finished = (event: RunEvent) => isOf(event, 'tool.finished')
  return { got, board, result: log.filter(finished), bodies: models.seen.map(({ body }) => body) }
}

test('[B04] a long id reaches the tool, its result, the trace and the next request with every digit', async () => {
  const id = '2512292042121000001'
  const parameters = '{ "type": "object", "properties": { "order": { "type": "integer" } }, "required": ["order"] }'
  const { got, result, bodies } = await play(parameters, `{"order":${id}}`)
  expect(got).toEqual([`{"order":${id},"id":12345678901234567890}`])
  expect(result).toMatchObject([{ outcome: 'ok', result: `{"order":${id},"id":12345678901234567890}` }])
  expect(bodies[1]).toContain(`{\\"order\\": ${id}}`)
  expect(bodies[1]).toContain('12345678901234567890')
})

describe('[B07] the order of keys', () => {
  test('is that of the file in what the model is offered, and in what the tool is handed', async () => {
    const required = '["10","2","b"]'
    const parameters = `{ "type": "object", "properties": ${PROPERTIES}, "required": ${required} }`
    const { bodies } = await play(parameters, '{"b":"z","2":"y","10":"x"}')
    // Names that Python cannot take as arguments are not offered; the order of the others is the file's.
    expect(bodies[0]).toContain('"properties":{"b":{"type":"string"}}')
    const named = PROPERTIES.replace('"10"', '"z10"').replace('"2"', '"a2"')
    const again = await play(`{ "type": "object", "properties": ${named} }`, '{"b":"z","a2":"y","z10":"x"}')
    expect(again.bodies[0]).toMatch(/"z10".*"a2".*"b"/)
    expect(again.got[0]).toMatch(/^\{"z10":"x","a2":"y","b":"z"/)
  })

  test('is that of the text in values of the board', async () => {
    const { board } = await play('{ "type": "object", "properties": { "q": { "type": "string" } } }', '{"q":"a"}', {
      sums: '{"3":1,"1":2}',
    })
    expect(board).toEqual(['{"3":1,"1":2}'])
  })
})
