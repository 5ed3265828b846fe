import { type Json, printJson } from '@slyglass/base'
import { verifyLog } from '@slyglass/run-log'
import { expect, test } from 'vitest'
import { fakeHosts, scriptedModels, testBench, testRequest } from './testing/index.ts'

const network = (...parameters: readonly string[]) => ({
  llm_config: { model_name: 'gpt-4o', use_responses_api: false },
  tools: [
    { name: 'front', function: { description: 'd' }, instructions: 'AGENT:front Work.', tools: ['echo'] },
    {
      name: 'echo',
      function: {
        description: 'Gives back what it gets.',
        parameters: {
          type: 'object',
          properties: Object.fromEntries(
            parameters.map((name) => [name, { type: name === 'order' ? 'int' : 'string' }]),
          ),
        },
      },
      class: 'echo.Echo',
    },
  ],
})

/** Runs one call of the tool that gives its arguments back. */
async function callEcho(args: string, answer: (args: ReadonlyMap<string, Json>) => Json = (given) => given) {
  const models = scriptedModels([
    { agent: 'front', assistantTurns: 0, answer: { calls: [{ tool: 'echo', args }] } },
    { agent: 'front', assistantTurns: 1, answer: { content: 'Done.' } },
  ])
  const got: string[] = []
  const hosts = fakeHosts({
    'echo.Echo': (given) => {
      got.push(printJson(given))
      return answer(given)
    },
  })
  const log = await testBench({ models, hosts }).run(
    testRequest(network(...[...args.matchAll(/"(\w+)":/g)].map(([, name]) => name ?? '')), 'go'),
  )
  expect(verifyLog(log, 'finished')).toEqual([])
  const finished = log.find((event) => event.type === 'tool.finished')
  return { got, finished, log, next: String(models.seen[1]?.body) }
}

test('[B04] a long id reaches the tool, the trace and the next request digit by digit', async () => {
  const { got, finished, next } = await callEcho('{"order":2512292042121000001}')
  expect(got).toEqual(['{"order":2512292042121000001}'])
  expect(finished).toMatchObject({
    result: '{"order":2512292042121000001}',
    text: "{'order': 2512292042121000001}",
  })
  expect(JSON.parse(next).messages.at(-1).content).toContain('2512292042121000001')
  expect(next).not.toMatch(/251229204212100000[02-9]|2\.5122/)
})

test('[B23] half a character breaks nothing, and a whole one arrives as one', async () => {
  expect((await callEcho('{"q":"\\ud83c\\udf78"}')).got).toEqual(['{"q":"\u{1f378}"}'])
  const half = await callEcho('{"q":"\\ud83c"}', () => 'a\udcffb')
  expect(half.log.at(-1)).toMatchObject({ type: 'run.finished', outcome: 'ok' })
  expect(half.got).toEqual(['{"q":"\ufffd"}'])
  const kept = Buffer.from(JSON.stringify(half.log), 'utf8').toString('utf8')
  expect(verifyLog(JSON.parse(kept), 'finished')).toEqual([])
  expect(half.next).toContain('a\ufffdb')
})
