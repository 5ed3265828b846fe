import { expect, test } from 'vitest'
import { farNetwork } from './far-network.ts'

const rows = [
  { origin: 'desk', tools: ['lookup', '/math_guy', 'helper', 'gone', 'https://a.example/mcp'], displayAs: 'llm_agent' },
  { origin: 'lookup', tools: [], displayAs: 'coded_tool' },
  { origin: '/math_guy', tools: [], displayAs: 'external_agent' },
  { origin: 'helper', tools: ['search'], displayAs: 'our robot' },
  { origin: 'search', tools: [], displayAs: 'langchain_tool' },
]
const network = farNetwork({ network: 'desk', description: 'Answers.', sampleQueries: ['Hi?'], rows })

test('the first that a server names is the front man, and kinds are as it says', () => {
  expect(network.frontMan?.name).toBe('desk')
  expect(network.entries.map(({ name, kind, className }) => [name, kind, className])).toEqual([
    ['desk', 'agent', undefined],
    ['lookup', 'coded-tool', undefined],
    ['helper', 'agent', 'our robot'],
    ['search', 'toolbox-tool', undefined],
  ])
})

test('calls lead to entries, other networks, MCP servers, and names of which the server tells nothing', () => {
  expect(network.edges.map(({ from, to, target }) => [from, to, target])).toEqual([
    ['desk', 'lookup', 'entry'],
    ['desk', '/math_guy', 'network'],
    ['desk', 'helper', 'entry'],
    ['desk', 'gone', 'missing'],
    ['desk', 'https://a.example/mcp', 'mcp'],
    ['helper', 'search', 'entry'],
  ])
})

test('nothing is made up: no instructions, no model, no rule, no text', () => {
  expect(network.entries.map(({ instructions }) => instructions)).toEqual([undefined, undefined, undefined, undefined])
  expect([network.llmConfig, network.documents, network.diagnostics]).toEqual([undefined, [], []])
})
