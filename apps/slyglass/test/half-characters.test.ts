// Half characters (lone surrogates) from a model, a tool and a person: no encoder behind the border ever meets one.
import { wellFormed } from '@slyglass/base'
import { type FakeOpenAi, startFakeOpenAi } from '@slyglass/models/testing'
import { afterEach, expect, test } from 'vitest'
import { converse, eventsOf, follow, must } from './support/conversations.ts'
import { studioPerTest } from './support/test-studio.ts'

const { start, startTrusted, put } = studioPerTest()
const NETWORK = `{
  llm_config { model_name = "gpt-4o", use_responses_api = false }
  tools = [
    { name = desk, function { description = "Answers." }, instructions = "Answer.", tools = [echo, half, whole] }
    { name = echo, class = "echo.Echo", function { description = "Says it back."
      parameters { type = object, properties { q { type = string } }, required = [q] } } }
    { name = half, class = "half.Half", function { description = "Says half a character." } }
    { name = whole, class = "whole.Whole", function { description = "Says halves inside of a structure." } }
  ]
}`
const ECHO = `from neuro_san.interfaces.coded_tool import CodedTool
class Echo(CodedTool):
    async def async_invoke(self, args, sly_data):
        return " ".join(hex(ord(c)) for c in args["q"])
`
const HALF = `from neuro_san.interfaces.coded_tool import CodedTool
class Half(CodedTool):
    async def async_invoke(self, args, sly_data):
        return "a\\udcffb"
`
const WHOLE = 'export class Whole { async_invoke() { return { list: ["\\ud83c", "\\ud83c\\udf78"] } } }\n'

let endpoint: FakeOpenAi | undefined
afterEach(() => endpoint?.close())

async function studioWith(calls: readonly { name: string; arguments: string }[]) {
  const first = { tool_calls: calls.map((call, at) => ({ id: `c${at}`, ...call })) }
  const rules = [{ assistant_turns: 0, answer: first }, { answer: { content: 'Done.' } }]
  endpoint = await startFakeOpenAi({ script: { rules } })
  put({
    'registries/desk.hocon': NETWORK,
    'coded_tools/desk/echo.py': ECHO,
    'coded_tools/desk/half.py': HALF,
    'coded_tools/desk/whole.ts': WHOLE,
  })
  const { project, ...studio } = await startTrusted()
  await must(studio.client.saveModel({ baseUrl: endpoint.baseUrl, modelName: null }))
  return { studio, project, requests: endpoint.requests }
}

test('[B23] half a character is U+FFFD once, at the border, with a note on its row; a good pair is one character', async () => {
  const { studio, project, requests } = await studioWith([
    { name: 'echo', arguments: '{"q":"\\ud83c"}' },
    { name: 'echo', arguments: '{"q":"x\ud83cy"}' },
    { name: 'echo', arguments: '{"q":"\\ud83c\\udf78"}' },
    { name: 'half', arguments: '{}' },
    { name: 'whole', arguments: '{}' },
  ])
  const message = 'half a glass \ud83c pasted'
  const { run, events } = await converse(studio.client, { project, network: 'desk', message })
  expect(eventsOf(events, 'run.finished')).toMatchObject([{ outcome: 'ok', answer: 'Done.' }])
  const results = eventsOf(events, 'tool.finished').map(({ text }) => text)
  expect(results.slice(0, 4)).toEqual(['0xfffd', '0x78 0xfffd 0x79', '0x1f378', 'a\ufffdb'])
  expect(results[4]).toContain('🍸')
  expect(eventsOf(events, 'run.started')[0]?.message).toBe('half a glass \ufffd pasted')
  const noted = eventsOf(events, 'note.noted').map(({ span, text }) => `${span} ${text}`)
  expect(noted).toEqual([
    expect.stringMatching(/^r .*message/),
    expect.stringMatching(/^r\.a\.t1\.1 .*arguments for echo/),
    expect.stringMatching(/^r\.a\.t1\.2 .*arguments for echo/),
    expect.stringMatching(/^r\.a\.t1\.[45]#1 .*result/),
    expect.stringMatching(/^r\.a\.t1\.[45]#1 .*result/),
  ])
  for (const { body } of requests) {
    expect(wellFormed(body)).toBe(body)
    expect(body).not.toMatch(/\\ud[89a-f]/i)
  }
  await studio.close()
  const again = await start()
  const reopened = await follow(again.client, run)
  expect(reopened).toEqual(events)
  expect(JSON.stringify(reopened)).not.toMatch(/(?<!\\)\\ud[89a-f]/i)
})
