// A unit test of a tool that asks its whole network: the program that runs the test is started once more, as people start it.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltProgram, buildProgram } from './support/built-program.ts'
import { callsThenWords, deskFiles, newFolder, putFiles, removeFolder } from './support/folders.ts'

const NETWORK = `{
  studio { deps { unit = C } }
  tools = [
    { name = desk, instructions = "Tell the weather.", function.description = "Tells the weather.", tools = [forecast] }
    { name = forecast, class = "weather.forecast", function { description = "The weather at a place."
      parameters { type = object, required = [location], properties { location { type = string } } } } }
  ]
}`

const TOOL = `import { defineTool } from 'slyglass'

export const forecast = defineTool({
  name: 'forecast',
  category: 'read',
  execute: ({ location }, ctx) => \`\${location}: 21 \${ctx.deps.unit}\${ctx.slyData.station === undefined ? '' : ', measured'}\`,
})
`

const TEST = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { run } from 'slyglass/testing'

test('[U-63] the network calls its tool and tells what it said', async () => {
  const { output, outcome, usage } = await run('desk', "What's the weather in Tokyo?")
  assert.equal(outcome, 'ok')
  assert.match(output, /Tokyo: 21 C$/)
  assert.equal(usage.toolCalls, 1)
  assert.equal(usage.requests, 2)
})
test('[U-63] tools share what the test says, and have its private values', async () => {
  const { output } = await run('desk', 'And in Tokyo?', { deps: { unit: 'F' }, slyData: { station: 'st-4711-north' } })
  assert.match(output, /Tokyo: 21 F, measured$/)
})
test('what cannot be asked is told', async () => {
  await assert.rejects(run('nothing', 'Hello'), /nothing could not be asked.*desk/s)
})
test('an answer that takes too long is not waited for', async () => {
  await assert.rejects(run('desk', 'Hello', { timeoutMs: 1 }), /did not answer within 1 ms/)
})
`

let program: BuiltProgram
let home = ''

beforeAll(async () => {
  program = await buildProgram()
  home = newFolder()
  const answered = callsThenWords([{ name: 'forecast', arguments: { location: 'Tokyo' } }], 'It is {{tool}}')
  putFiles(
    join(home, 'project'),
    deskFiles(NETWORK, answered, { 'coded_tools/weather.ts': TOOL, 'coded_tools/weather.test.ts': TEST }),
  )
})
afterAll(() => {
  removeFolder(home)
})

function slyglass(...args: string[]) {
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, SLYGLASS_HOME: join(home, 'data') }
  return spawnSync(process.execPath, [program.main, ...args], { cwd: join(home, 'project'), env, encoding: 'utf8' })
}

test('[U-63] a test asks the whole network with a scripted model', () => {
  const { stdout, status } = slyglass('test')
  expect(stdout).toContain(
    'passed coded_tools/weather.test.ts: [U-63] the network calls its tool and tells what it said',
  )
  expect(stdout).toContain('4 passed, 0 failed')
  expect(status).toBe(0)
})

test('[U-63] a chat reports its answer and what it took as a line of JSON', () => {
  const { stdout, status } = slyglass('chat', 'desk', '--message', 'Tokyo?', '--deps', '{"unit": "K"}', '--report')
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ output: expect.stringContaining('Tokyo: 21 K'), outcome: 'ok' },
    usage: { toolCalls: 1, requests: 2 },
  })
  expect(status).toBe(0)
  const wrong = slyglass('chat', 'desk', '--message', 'Tokyo?', '--deps', '[1]')
  expect([wrong.stdout, wrong.status]).toEqual(['', 2])
  expect(wrong.stderr).toContain('--deps takes a JSON object')
})
