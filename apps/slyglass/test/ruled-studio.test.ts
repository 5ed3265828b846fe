// Tools defined in TypeScript and hooks of a project, through the whole studio: real hosts, a real store, the offline model.
import { expect, test } from 'vitest'
import { converse, eventsOf } from './support/conversations.ts'
import { deskFiles } from './support/folders.ts'
import { studioPerTest } from './support/test-studio.ts'

const TOOLS = `
import { defineTool, fail, ok, update } from 'slyglass'

export const Weather = defineTool({
  name: 'weather',
  description: 'Tells the weather of a place.',
  parameters: { type: 'object', properties: { location: { type: 'string', minLength: 1 } }, required: ['location'] },
  category: 'read',
  retries: 1,
  execute({ location }: any, ctx: any) {
    if (location === 'Atlantis') return fail({ code: 404, message: 'City not found' })
    if (location === 'Bermuda' && ctx.retry === 0) throw new Error('lost at sea')
    return ok('Sunny in ' + location + ', 22°C (try ' + (ctx.retry + 1) + ')', update().append('asked', location))
  },
})

export const Report = defineTool({
  name: 'report',
  description: 'Reports on two places.',
  async *execute(_args: any, ctx: any) {
    yield 'halfway'
    const one = await ctx.callTool('weather', { location: 'Oslo' })
    const two = await ctx.callTool('weather', { location: '' })
    return { one: one.ok ? one.text : one.error, two: two.ok, asked: ctx.deps.asked }
  },
})
`

const call = (name: string, args: object) => ({ name, arguments: args })
const NETWORK = `{
  studio {
    deps { asked = [] }
    hooks = [ { event = pre_tool_use, run = "hooks/policy.ts#guard", match = "weather" } ]
  }
  tools = [
    { name = desk, instructions = "Answer.", tools = [weather, report], function { description = "Answers about weather." } }
    { name = weather, class = "tools.Weather", function { description = "Tells the weather of a place." } }
    { name = report, class = "tools.Report", function { description = "Reports on two places." } }
  ]
}`
const RULES = [
  {
    agent: 'desk',
    tool_results: 0,
    answer: {
      tool_calls: [
        call('weather', { location: 'Paris' }),
        call('weather', { location: 'Bermuda' }),
        call('weather', { location: 'Atlantis' }),
        call('weather', { location: 'Mordor' }),
        call('weather', {}),
      ],
    },
  },
  { agent: 'desk', tool_results: 5, answer: { tool_calls: [call('report', {})] } },
  { agent: 'desk', answer: { content: 'Done.' } },
]
const MORE = {
  'coded_tools/tools.ts': TOOLS,
  'hooks/policy.ts': `export const guard = (payload: any) =>
    payload.arguments.location === 'Mordor' ? { decision: 'deny', reason: 'one does not simply ask' } : undefined`,
}

const { startTrusted } = studioPerTest(deskFiles(NETWORK, RULES, MORE))

test('[U-2] [U-8] [U-20] [U-67] [U-69] [U-83] tools and hooks in TypeScript run with the whole discipline', async () => {
  const { client, project } = await startTrusted()
  const { events } = await converse(client, { project, network: 'desk', message: 'What is the weather?' })
  expect(eventsOf(events, 'run.finished')).toMatchObject([{ outcome: 'ok', answer: 'Done.' }])
  const ends = eventsOf(events, 'tool.finished')
  const [paris, bermuda, atlantis, mordor, nowhere] = ends
  expect(paris?.text).toBe('Sunny in Paris, 22°C (try 1)')
  expect(bermuda).toMatchObject({ text: 'Sunny in Bermuda, 22°C (try 2)', attempts: 2 })
  expect(atlantis?.text).toBe(
    'Tool execution failed: weather - Tool execution failed with: {"code":404,"message":"City not found"}',
  )
  expect(mordor).toMatchObject({ outcome: 'denied', text: 'Tool call was denied by hook: one does not simply ask' })
  expect(nowhere?.text).toContain("Error: Invalid arguments for 'weather': Missing required fields: location\n")
  const report = JSON.parse(ends.at(-1)?.text ?? '{}')
  expect(report).toMatchObject({ one: 'Sunny in Oslo, 22°C (try 1)', two: false, asked: ['Paris', 'Bermuda'] })
  expect(eventsOf(events, 'attempt.delta').some(({ kind, text }) => kind === 'progress' && text === 'halfway')).toBe(
    true,
  )
})
