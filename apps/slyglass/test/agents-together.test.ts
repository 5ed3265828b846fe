// Two agents that are called in one turn, whose tools wait for somebody outside, through the whole studio.
import { createServer, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { converse, eventsOf } from './support/conversations.ts'
import { deskFiles, type Files } from './support/folders.ts'
import { listenAnywhere } from './support/loopback.ts'
import { studioPerTest } from './support/test-studio.ts'

const { startTrusted, put } = studioPerTest()

// Answers nobody before both have asked: one after the other they would wait for ever.
const waiting: ServerResponse[] = []
const server = createServer((_request, response) => {
  waiting.push(response)
  if (waiting.length === 2) for (const one of waiting.splice(0)) one.end('met')
})
const sly = { url: '' }
beforeAll(async () => {
  sly.url = `http://127.0.0.1:${await listenAnywhere(server)}/`
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const PYTHON = `
import asyncio, urllib.request
from neuro_san.interfaces.coded_tool import CodedTool

class Waits(CodedTool):
    def invoke(self, args, sly_data):
        with urllib.request.urlopen(sly_data["url"], timeout=20) as answer:
            return answer.read().decode()

    async def async_invoke(self, args, sly_data):
        return await asyncio.to_thread(self.invoke, args, sly_data)
`
const TYPESCRIPT = `export class Waits {
  async asyncInvoke(_args: object, sly: { url: string }) {
    return (await fetch(sly.url, { signal: AbortSignal.timeout(20000) })).text()
  }
}`
const WORDS =
  'function { description = "Waits.", parameters { type = object, properties { inquiry { type = string } } } }'

const MORE = { 'coded_tools/python.py': PYTHON, 'coded_tools/more.py': PYTHON, 'coded_tools/web.ts': TYPESCRIPT }

function files(left: string, right: string): Files {
  const agent = (name: string, tool: string) => `{ name = ${name}, instructions = "Ask.", tools = [${tool}], ${WORDS} }`
  const calls = (...names: string[]) => ({ tool_calls: names.map((name) => ({ name, arguments: {} })) })
  const network = `{ tools = [
    { name = desk, instructions = "Ask both.", tools = [left, right], function.description = "Asks." }
    ${agent('left', 'left_tool')}
    ${agent('right', 'right_tool')}
    { name = left_tool, class = "${left}.Waits", ${WORDS} }
    { name = right_tool, class = "${right}.Waits", ${WORDS} }
  ] }`
  const rules = [
    { agent: 'desk', tool_results: 0, answer: calls('left', 'right') },
    { agent: 'left', tool_results: 0, answer: calls('left_tool') },
    { agent: 'right', tool_results: 0, answer: calls('right_tool') },
    { answer: { content: '{{tool}}' } },
  ]
  return deskFiles(network, rules, MORE)
}

test.each([
  ['python', 'more'],
  ['python', 'web'],
  ['web', 'web'],
])('[N-14] [N-15] the tools of two agents wait side by side (%s, %s)', async (left, right) => {
  put(files(left, right))
  const { client, project } = await startTrusted()
  const { events } = await converse(client, { project, network: 'desk', message: 'go', sly })
  const texts = eventsOf(events, 'attempt.finished').flatMap(({ answer }) =>
    answer?.of === 'tool' ? [answer.text] : [],
  )
  expect(texts).toEqual(expect.arrayContaining(['met', 'met']))
  expect(eventsOf(events, 'run.finished')[0]?.outcome).toBe('ok')
})
