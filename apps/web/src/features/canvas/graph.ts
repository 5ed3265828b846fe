// The graph of a network as the canvas draws it. Pure data, made from the network alone.
import type { EntryActivity, SpanState } from '@slyglass/run-log'
import { countOf } from '../../app/runs/figures.ts'

export type NodeKind =
  | 'front man'
  | 'agent'
  | 'coded tool'
  | 'toolbox tool'
  | 'MCP server'
  | 'network'
  | 'missing entry'

/** One entry, or one thing outside that entries call. */
export interface GraphNode {
  readonly id: string
  readonly kind: NodeKind
  /** Second line while nothing runs. */
  readonly about: string
  /** Private values that the tool's source names. */
  readonly reads: number
  readonly problems: number
  readonly worst?: 'error' | 'warning' | undefined
  /** Inside the boundary: an entry of this network. */
  readonly inside: boolean
  /** A mock of the network answers in its place. */
  readonly mocked?: boolean
  /** Shown as it last was, because its text cannot be read now. */
  readonly stale?: boolean
}

export interface GraphEdge {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly broken: boolean
}

/** Where an edge crosses the network's boundary, and how many private values may. */
export interface Gate {
  readonly id: string
  /** `client`, or the thing outside. */
  readonly peer: string
  readonly caller: string
  readonly may: number
  readonly all: number
  /** What may cross, in words. */
  readonly words: string
}

export interface Graph {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  readonly gates: readonly Gate[]
  readonly frontMan?: string | undefined
  /** A running server tells it: what may cross its boundary is not known. */
  readonly told?: boolean
}

/** What is inside of the boundary, in words. A name that leads nowhere is nothing. */
export function contentWords({ nodes }: Pick<Graph, 'nodes'>): string {
  const inside = nodes.filter((node) => node.inside && node.kind !== 'missing entry')
  const agents = inside.filter(({ kind }) => kind === 'agent' || kind === 'front man').length
  return `${countOf(agents, 'agent')}, ${countOf(inside.length - agents, 'tool')}`
}

/** What a person hears of a node: name, kind, then state, private values and problems where there are any. */
export function nodeName(node: GraphNode, activity: EntryActivity | undefined): string {
  const parts = [node.id, node.kind as string]
  if (activity !== undefined) parts.push(activity.state satisfies SpanState)
  if (node.reads > 0) parts.push(`reads ${node.reads} private ${node.reads === 1 ? 'value' : 'values'}`)
  if (node.problems > 0) parts.push(`${node.problems} ${node.problems === 1 ? 'problem' : 'problems'}`)
  if (node.mocked === true) parts.push('mocked')
  if (node.stale === true) parts.push('cannot be read now')
  return parts.join(', ')
}
