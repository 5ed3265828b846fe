import { expect, test } from 'vitest'
import { diagnoseScript, type NamingRule } from './diagnose-script.ts'
import { readNetwork } from './read-network.ts'

const DESK = `{
  tools = [
    { name = Desk, instructions = i, tools = [get_weather, "/far/notes", Clerk] }
    { name = Clerk, function { description = d }, instructions = i, tools = [] }
    { name = get_weather, function { description = d }, class = "w.W" }
  ]
}`
const place = (path: readonly (string | number)[]) => ({ doc: path.join('.'), from: 0, to: 1 })
const read = (text: string) =>
  readNetwork({ network: 'desk', file: 'desk.hocon', texts: { 'desk.hocon': text }, networks: ['far/notes'] })
const told = (rules: readonly NamingRule[], text = DESK) =>
  diagnoseScript(read(text), rules, place).map(({ code, at, message }) => [code, at.doc, message.split('; ').at(-1)])
const calls = (...names: readonly string[]): NamingRule => ({ calls: names.map((name) => ({ name })) })

test('names that the network has are not told, as the text or a model writes them', () => {
  expect(
    told([
      { agent: 'Clerk', calls: [] },
      { agent: 'Desk', calls: [{ name: 'get_weather' }, { name: '__far_notes' }] },
    ]),
  ).toEqual([])
})

test('an agent and a tool that were renamed are told at their place, with what to change', () => {
  expect(told([calls('Clerk'), { agent: 'Desc', calls: [{ name: 'Clerk' }, { name: 'weather' }] }])).toEqual([
    ['offline-script-agent', 'rules.1.agent', expect.stringContaining('change the name to Desk if that is meant')],
    ['offline-script-tool', 'rules.1.answer.tool_calls.1.name', 'change the name to get_weather if that is meant'],
  ])
  expect(told([calls('forecast')])).toEqual([
    [
      'offline-script-tool',
      'rules.0.answer.tool_calls.0.name',
      'change the name to one of: Clerk, get_weather, /far/notes',
    ],
  ])
})

test('what the studio brings is there under rules only', () => {
  const rules = [calls('run_code', 'add_todo', 'read_result')]
  expect(told(rules)).toHaveLength(3)
  expect(told(rules, DESK.replace('tools = [', 'studio { retries = 1 }\n  tools = ['))).toEqual([])
})

test.each([
  ['an MCP server', DESK.replace('Clerk]', 'Clerk, "https://example.com/mcp"]')],
  ['a shared set', DESK.replace('class = "w.W"', 'toolbox = gmail')],
  ['a definition in code', DESK.replace('function { description = d }, class = "w.W"', 'class = "w.W"')],
])('where %s may bring more tools only a likely slip is told', (_, text) => {
  expect(told([calls('send_mail')], text)).toEqual([])
  expect(told([calls('get_wether')], text)).toHaveLength(1)
})

test('a network that cannot be read whole is not judged by', () => {
  expect(told([calls('x')], 'tools = [')).toEqual([])
  expect(told([calls('x')], `include "gone.hocon"\n${DESK.slice(1, -1)}`)).toEqual([])
})
