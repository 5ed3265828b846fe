import { readNetwork, TODO_TOOL_NAMES } from '@slyglass/network'
import { describe, expect, test } from 'vitest'
import { contentWords, nodeName } from './graph.ts'
import { networkToGraph } from './network-to-graph.ts'

const FILE = 'registries/desk.hocon'
const graphOf = (text: string, ...sources: Parameters<typeof networkToGraph>[1]) => {
  const network = readNetwork({ network: 'desk', file: FILE, texts: { [FILE]: text }, env: {} })
  return networkToGraph(network, sources, network.diagnostics)
}

const DESK = `
llm_config { model_name = "gpt-4o" }
tools = [
  {
    name = desk
    function.description = "Talks to the client."
    instructions = "Help."
    tools = [booking, "/carrier", lost]
    allow { to_upstream.sly_data = [booking_ref], to_downstream.sly_data { loyalty_no = member_ref } }
  }
  { name = booking, function.description = "Books.", instructions = "Book.", tools = [fares] }
  { name = fares, function.description = "Prices.", class = "fares.Fares" }
]`

const source = {
  entry: 'fares',
  className: 'fares.Fares',
  language: 'python',
  file: 'coded_tools/fares.py',
  tried: [],
  shadowed: [],
  slyKeys: ['loyalty_no', 'card_token'],
} as const

describe('a network as a graph', () => {
  test('[S-1] every kind of entry has its word, and things outside stand outside', () => {
    const { nodes, frontMan } = graphOf(DESK, source)
    expect(nodes.map(({ id, kind, about, inside }) => [id, kind, about, inside])).toEqual([
      ['desk', 'front man', 'front man', true],
      ['booking', 'agent', 'agent · 1 tool', true],
      ['fares', 'coded tool', 'Python', true],
      ['/carrier', 'network', 'network', false],
      ['lost', 'missing entry', 'no such entry', true],
    ])
    expect(frontMan).toBe('desk')
  })

  test('the head counts agents and tools: no names that lead nowhere, nothing outside, each todo tool once', () => {
    expect(contentWords(graphOf(DESK, source))).toBe('2 agents, 1 tool')
    const todos = `studio.todos.enabled = true
tools = [
  { name = a, function.description = "A", instructions = "Go.", tools = [b, add_todo, list_todos] }
  { name = b, function.description = "B", instructions = "Go.", tools = [add_todo] }
]`
    expect(contentWords(graphOf(todos))).toBe('2 agents, 2 tools')
  })

  test('[S-43] a tool whose language is missing says so at its node, unless a mock answers for it', () => {
    const about = (text: string) => {
      const network = readNetwork({ network: 'desk', file: FILE, texts: { [FILE]: text }, env: {} })
      const { nodes } = networkToGraph(network, [source], [], new Set(), 'python')
      return nodes.flatMap(({ id, about, worst }) => (id === 'fares' ? [about, worst] : []))
    }
    expect(about(DESK)).toEqual(['Python is missing', 'warning'])
    expect(about(`${DESK}\nstudio.mocks.fares.result = 1`)).toEqual(['Python', undefined])
  })

  test('edges say who may call what; a name that is no entry is a broken one', () => {
    expect(graphOf(DESK).edges.map(({ id, broken }) => [id, broken])).toEqual([
      ['desk>booking', false],
      ['desk>/carrier', false],
      ['desk>lost', true],
      ['booking>fares', false],
    ])
  })

  test('tools over a list of todos are there without entries, for agents that have one', () => {
    const network = (own: string) => `studio.todos.enabled = true
tools = [
  { name = desk, instructions = "Help.", tools = [add_todo, add_tod, clerk] }
  { name = clerk, function.description = "Files.", instructions = "File.", tools = [add_todo]${own} }
]`
    const seen = (text: string) => {
      const { nodes, edges } = graphOf(text)
      return [nodes.slice(2).map(({ id, kind }) => [id, kind]), edges.filter((edge) => edge.broken).map(({ id }) => id)]
    }
    expect(seen(network(''))).toEqual([
      [
        ['add_todo', 'toolbox tool'],
        ['add_tod', 'missing entry'],
      ],
      ['desk>add_tod'],
    ])
    expect(seen(network(', studio.todos.enabled = false'))).toEqual([
      [
        ['add_todo', 'missing entry'],
        ['add_tod', 'missing entry'],
      ],
      ['desk>add_tod', 'clerk>add_todo'],
    ])
  })

  test('every tool over a list of todos is known', () => {
    const { nodes } = graphOf(
      `tools = [{ name = desk, studio.todos.enabled = true, tools = [${TODO_TOOL_NAMES.join()}] }]`,
    )
    expect(nodes.slice(1).map(({ kind }) => kind)).toEqual(TODO_TOOL_NAMES.map(() => 'toolbox tool'))
  })

  test('gates count the private keys that may cross, and say under which names', () => {
    expect(graphOf(DESK, source).gates.map(({ peer, may, all, words }) => [peer, may, all, words])).toEqual([
      ['client', 1, 3, 'may cross: booking_ref'],
      ['/carrier', 1, 3, 'may cross: loyalty_no as member_ref'],
    ])
    expect(graphOf('tools = [{ name = desk, function.description = d, instructions = i }]').gates).toMatchObject([
      { peer: 'client', may: 0, all: 0, words: 'nothing may cross here' },
    ])
  })

  test('a node is heard as name, kind, state, private values and problems', () => {
    const [node] = graphOf(DESK, source).nodes.filter(({ id }) => id === 'fares')
    if (node === undefined) throw new Error('no node for fares')
    expect(nodeName({ ...node, problems: 0 }, undefined)).toBe('fares, coded tool, reads 2 private values')
    expect(nodeName({ ...node, reads: 1, problems: 2 }, { state: 'waiting for approval', open: 1, startedAt: 0 })).toBe(
      'fares, coded tool, waiting for approval, reads 1 private value, 2 problems',
    )
  })

  test('[S-3] an entry whose text cannot be read says so, by its name too', () => {
    const network = readNetwork({ network: 'desk', file: FILE, texts: { [FILE]: DESK }, env: {} })
    const { nodes } = networkToGraph(network, [], [], new Set(['booking']))
    const names = nodes.map((node) => nodeName(node, undefined))
    expect(names.filter((name) => name.endsWith(', cannot be read now'))).toEqual([
      'booking, agent, cannot be read now',
    ])
  })

  test.each([
    ['studio.mocks { fares { result = 1 } }', '', true],
    ['studio.mocks { "fare.table" { result = 1 } }', ', studio.runtime_name = fare.table', true],
    ['', ', studio.mocks { fares { fail = "no" } }', true],
    ['studio.mocks { fares { result = 1 } }', ', studio.mocks { fares = null }', false],
    ['studio.mocks { other { result = 1 } }', '', false],
  ])('[U-65] a tool that %s%s stands for says so: %s', (top, own, mocked) => {
    const text = `${top}${DESK.replace('class = "fares.Fares"', `class = "fares.Fares"${own}`)}`
    const fares = graphOf(text, source).nodes.find(({ id }) => id === 'fares')
    expect(fares?.mocked ?? false).toBe(mocked)
    expect(fares !== undefined && nodeName(fares, undefined).endsWith(', mocked')).toBe(mocked)
  })
})
