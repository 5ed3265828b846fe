import { jsonAt } from '@slyglass/base'
import type { Diagnostic, Edge, Entry, Network, ReferenceKind } from '@slyglass/network'
import type { ToolSourceReply } from '@slyglass/protocol'
import { findCrossings, privateKeys } from '../../app/public/crossings.ts'
import { isMocked } from '../../app/public/mocked.ts'
import { problemsByEntry } from '../../app/public/problems.ts'
import { toolSourceOf } from '../../app/public/tool-sources.ts'
import type { Gate, Graph, GraphEdge, GraphNode, NodeKind } from './graph.ts'

/** Nodes, edges and gates of a network, with what the server says of its tools. `lacks` is a language that this machine has not. */
export function networkToGraph(
  network: Network,
  tools: readonly ToolSourceReply[],
  problems: readonly Diagnostic[],
  stale: ReadonlySet<string> = new Set(),
  lacks?: ToolSourceReply['language'],
): Graph {
  const found = problemsByEntry(problems)
  const entries = network.entries.map((entry): GraphNode => {
    const source = toolSourceOf(entry, tools)
    const node = entryNode(entry, source, found.get(entry.name) ?? [])
    const marks = { ...(stale.has(entry.name) && { stale: true }) }
    if (isMocked(network, entry)) return { ...node, ...marks, mocked: true }
    const cannot = source?.language !== undefined && source.language === lacks
    return { ...node, ...marks, ...(cannot && { about: `${node.about} is missing`, worst: node.worst ?? 'warning' }) }
  })
  const known = new Set(entries.map((node) => node.id))
  const outside = outsideNodes(network).filter((node) => !known.has(node.id))
  const edges = uniqueEdges(network)
  return {
    nodes: [...entries, ...outside],
    edges,
    // A running server tells no rules, so nothing can be said about what may cross.
    gates: network.documents.length === 0 ? [] : gatesOf(network, tools),
    frontMan: network.frontMan?.name,
    ...(network.documents.length === 0 && { told: true }),
  }
}

function entryNode(entry: Entry, source: ToolSourceReply | undefined, problems: readonly Diagnostic[]): GraphNode {
  const errors = problems.filter((problem) => problem.severity === 'error').length
  const serious = problems.filter((problem) => problem.severity !== 'hint').length
  return {
    id: entry.name,
    kind: kindOf(entry),
    about: aboutOf(entry, source),
    reads: source?.slyKeys.length ?? 0,
    problems: problems.length,
    worst: errors > 0 ? 'error' : serious > 0 ? 'warning' : undefined,
    inside: true,
  }
}

function kindOf(entry: Entry): NodeKind {
  if (entry.kind === 'coded-tool') return 'coded tool'
  if (entry.kind === 'toolbox-tool') return 'toolbox tool'
  return entry.isFrontMan ? 'front man' : 'agent'
}

function aboutOf(entry: Entry, source: ToolSourceReply | undefined): string {
  if (entry.kind === 'coded-tool') {
    if (source?.language === undefined) return entry.className?.split('.').at(-1) ?? 'coded tool'
    return source.language === 'python' ? 'Python' : 'TypeScript'
  }
  if (entry.kind === 'toolbox-tool') return 'toolbox'
  if (entry.isFrontMan) return 'front man'
  return `agent · ${entry.tools.length} ${entry.tools.length === 1 ? 'tool' : 'tools'}`
}

const OUTSIDE: Readonly<Record<Exclude<ReferenceKind, 'entry'>, Pick<GraphNode, 'kind' | 'about' | 'inside'>>> = {
  network: { kind: 'network', about: 'network', inside: false },
  mcp: { kind: 'MCP server', about: 'MCP', inside: false },
  missing: { kind: 'missing entry', about: 'no such entry', inside: true },
}

// The names are not imported: with them a whole chunk of the network package would be part of the first load.
const TODO_NAME = /^((add|update|complete|delete)_todo|list_todos)$/
const TODO_TOOL = { kind: 'toolbox tool', about: 'list of todos', inside: true } as const

/** True for a name that leads nowhere. The tools over an agent's todos need no entry. */
function isBroken(network: Network, { from, to, target }: Edge): boolean {
  if (target !== 'missing') return false
  const enabled = (json: Network['json'] | undefined) => jsonAt(json, 'studio', 'todos', 'enabled')
  const own = enabled(network.entries.find((entry) => entry.name === from)?.json)
  const hasTodos = typeof own === 'boolean' ? own : enabled(network.json) === true
  return !(hasTodos && TODO_NAME.test(to))
}

function outsideNodes(network: Network): readonly GraphNode[] {
  const nodes = new Map<string, GraphNode>()
  for (const edge of network.edges) {
    if (edge.target === 'entry') continue
    const problems = isBroken(network, edge) ? 1 : 0
    const given = edge.target === 'missing' && problems === 0 ? TODO_TOOL : OUTSIDE[edge.target]
    // An agent that has the tool does not hide that another names it in vain.
    if (given !== TODO_TOOL || !nodes.has(edge.to)) nodes.set(edge.to, { id: edge.to, reads: 0, problems, ...given })
  }
  return [...nodes.values()]
}

function uniqueEdges(network: Network): readonly GraphEdge[] {
  const edges = new Map<string, GraphEdge>()
  for (const edge of network.edges) {
    const { from, to } = edge
    const id = `${from}>${to}`
    edges.set(id, { id, from, to, broken: isBroken(network, edge) })
  }
  return [...edges.values()]
}

function gatesOf(network: Network, tools: readonly ToolSourceReply[]): readonly Gate[] {
  const all = privateKeys(network, tools)
  return findCrossings(network, all).map(({ peer, caller, keys }) => ({
    id: `gate ${caller} ${peer}`,
    peer,
    caller,
    may: keys.length,
    all: all.length,
    words:
      keys.length === 0
        ? 'nothing may cross here'
        : `may cross: ${keys.map(({ key, as }) => (key === as ? key : `${key} as ${as}`)).join(', ')}`,
  }))
}
