// The same tool in Python and in TypeScript, through the whole studio: models cannot tell which one answers.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RunId } from '@slyglass/base'
import type { StudioClient } from '@slyglass/protocol'
import type { LogEvent } from '@slyglass/run-log'
import { expect, test } from 'vitest'
import { converse, eventsOf, must } from './support/conversations.ts'
import { callsThenWords, deskFiles, type Files } from './support/folders.ts'
import { studioPerTest } from './support/test-studio.ts'

const PYTHON = `
from neuro_san.interfaces.coded_tool import CodedTool

class Greet(CodedTool):
    async def async_invoke(self, args, sly_data):
        if args.get("name") is None:
            raise ValueError("nobody to greet")
        sly_data["greeted"] = args["name"]
        return f"Good day, {args['name']}, {args['times']} times"

class Total(CodedTool):
    def invoke(self, args, sly_data):
        return {"total": 3, "of": sly_data["greeted"]}
`
const TYPESCRIPT = `
export class Greet {
  async asyncInvoke(args: Record<string, unknown>, sly: Record<string, unknown>) {
    if (args.name == null) throw new Error('nobody to greet')
    sly.greeted = args.name
    return \`Good day, \${args.name}, \${args.times} times\`
  }
}
export class Total {
  invoke(_args: object, sly: Record<string, unknown>) {
    return { total: 3, of: sly.greeted }
  }
}
`

const NETWORK = `{ tools = [
  { name = desk, instructions = "Greet.", tools = [greet, total], function { description = "Greets people." } }
  { name = greet, class = "twin.Greet", function { description = "Greets a person.", parameters { type = object, properties {
    name { type = string, description = "Whom." }, times { type = int } } } } }
  { name = total, class = "twin.Total", function { description = "Counts." } }
] }`
const RULES = callsThenWords(
  [
    { name: 'greet', arguments: { name: 'Ada', times: 2, invented: true } },
    { name: 'greet', arguments: { times: 1 } },
    { name: 'total', arguments: {} },
  ],
  'Greeted.',
)

const { startTrusted, put, now } = studioPerTest()

async function requestsOf(client: StudioClient, run: RunId, events: readonly LogEvent[]): Promise<readonly string[]> {
  const asked = eventsOf(events, 'attempt.started').flatMap(({ request }) => (request === undefined ? [] : [request]))
  return Promise.all(
    asked.map(async ({ parts }) => (await Promise.all(parts.map((sha) => must(client.chunk(run, sha))))).join('')),
  )
}

async function greet(tool: Files) {
  put(deskFiles(NETWORK, RULES, tool))
  const { client, project } = await startTrusted()
  const { run, events } = await converse(client, { project, network: 'desk', message: 'Hello' })
  return { events, requests: await requestsOf(client, run, events) }
}

test.each([
  ['Python', { 'coded_tools/twin.py': PYTHON }, "{'total': 3, 'of': 'Ada'}"],
  ['TypeScript', { 'coded_tools/twin.ts': TYPESCRIPT }, '{"total":3,"of":"Ada"}'],
])(
  '[N-11] in %s only what has no asynchronous form is called through invoke, and its attempt says so',
  async (_, files, total) => {
    const { events } = await greet(files)
    const ended = eventsOf(events, 'attempt.finished').filter(({ answer }) => answer?.of === 'tool')
    // The calls run side by side: their attempts end in any order.
    const attempts = ended.toSorted((a, b) => a.span.localeCompare(b.span))
    expect(attempts.map(({ synchronous }) => synchronous ?? false)).toEqual([false, false, true])
    expect(eventsOf(events, 'tool.finished').map(({ text }) => text)).toEqual([
      'Good day, Ada, 2 times',
      'Error: nobody to greet',
      total,
    ])
  },
)

test('[N-4] what a model is sent is the same for a tool in either language, but for the text of a structured result', async () => {
  const python = await greet({ 'coded_tools/twin.py': PYTHON })
  rmSync(join(now.folder, 'coded_tools/twin.py'))
  const { requests } = await greet({ 'coded_tools/twin.ts': TYPESCRIPT })
  expect(requests).toHaveLength(2)
  const asJson = (request: string) =>
    request.replace(JSON.stringify("{'total': 3, 'of': 'Ada'}"), JSON.stringify('{"total":3,"of":"Ada"}'))
  expect(python.requests.map(asJson)).toEqual(requests)
  expect(python.requests.at(-1)).not.toBe(requests.at(-1))
})
