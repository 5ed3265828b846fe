// From graph and positions to React Flow's nodes and edges. Pure.
import { Position } from '@xyflow/react'
import type { Point, Positions } from '../../app/public/layout-file.ts'
import type { CallFlowEdge } from './call-edge.tsx'
import type { EntryFlowNode } from './entry-node.tsx'
import { type Gate, type Graph, type GraphNode, nodeName } from './graph.ts'
import { frameAround, NODE_HEIGHT, NODE_WIDTH } from './placement.ts'
import type { ClientFlowNode, FrameFlowNode, GateFlowNode } from './setting-nodes.tsx'
import type { CanvasActivity } from './use-canvas-activity.ts'
import type { CanvasCommands } from './use-canvas-commands.ts'

export type CanvasFlowNode = EntryFlowNode | FrameFlowNode | ClientFlowNode | GateFlowNode
export type CanvasFlowEdge = CallFlowEdge

const CLIENT = 'client'
const CLIENT_SIZE = 46
const GATE_WIDTH = 46
const GATE_HEIGHT = 20
const TRUNK = 14
const TRUNK_STEP = 6
const TRUNKS = 3
const FIXED = { draggable: false, selectable: false, focusable: false, connectable: false } as const
/** Who calls whom is told by the entries; a second telling for each line would only be noise. */
const UNHEARD = { 'aria-hidden': true } as const
const HANDLES: NonNullable<CanvasFlowNode['handles']> = [
  { type: 'target', position: Position.Left, x: 0, y: NODE_HEIGHT / 2, width: 1, height: 1 },
  { type: 'source', position: Position.Right, x: NODE_WIDTH, y: NODE_HEIGHT / 2, width: 1, height: 1 },
]

interface NodesInput {
  readonly graph: Graph
  readonly network: string
  readonly positions: Positions
  readonly activity: CanvasActivity
  readonly selected?: string | undefined
  readonly commands: CanvasCommands
}

export function drawNodes(input: NodesInput): CanvasFlowNode[] {
  const { graph, positions, network } = input
  const entries = graph.nodes.flatMap((node) => {
    const point = positions.get(node.id)
    return point === undefined ? [] : [entryNode(node, point, input)]
  })
  const points = graph.nodes.flatMap((node) => {
    const point = positions.get(node.id)
    return node.inside && point !== undefined ? [point] : []
  })
  if (points.length === 0) return entries
  const frame = frameAround(points)
  const frameNode: FrameFlowNode = {
    id: 'boundary',
    type: 'frame',
    position: { x: frame.x, y: frame.y },
    data: {
      label:
        graph.told === true ? `${network}, as its server tells it` : `${network} boundary · private values stay inside`,
      width: frame.width,
      height: frame.height,
    },
    width: frame.width,
    height: frame.height,
    measured: { width: frame.width, height: frame.height },
    zIndex: -1,
    ...FIXED,
  }
  return [frameNode, ...clientNode(graph, positions, frame.x), ...gateNodes(input, frame), ...entries]
}

function entryNode(node: GraphNode, [x, y]: Point, input: NodesInput): EntryFlowNode {
  const { activity, selected, commands, graph } = input
  const state = activity.live?.entries.get(node.id)
  const isStop = node.id === (selected ?? graph.frontMan)
  return {
    id: node.id,
    type: 'entry',
    position: { x, y },
    width: NODE_WIDTH,
    height: NODE_HEIGHT,
    measured: { width: NODE_WIDTH, height: NODE_HEIGHT },
    handles: HANDLES,
    selected: node.id === selected,
    focusable: isStop,
    ariaRole: 'button',
    ariaLabel: nodeName(node, state),
    domAttributes: { 'aria-pressed': node.id === selected, ...(isStop ? {} : { tabIndex: -1 }) },
    data: {
      node,
      activity: state,
      renaming: commands.renaming === node.id,
      onRename: (to, left) => commands.endRename(node.id, to, left),
    },
  }
}

function clientNode(graph: Graph, positions: Positions, frameLeft: number): readonly ClientFlowNode[] {
  const front = graph.frontMan === undefined ? undefined : positions.get(graph.frontMan)
  if (front === undefined) return []
  return [
    {
      id: CLIENT,
      type: 'client',
      position: { x: frameLeft - 84, y: front[1] + NODE_HEIGHT / 2 - 16 },
      width: CLIENT_SIZE,
      height: CLIENT_SIZE,
      measured: { width: CLIENT_SIZE, height: CLIENT_SIZE },
      handles: [{ type: 'source', position: Position.Right, x: CLIENT_SIZE - 8, y: 16, width: 1, height: 1 }],
      data: {},
      ...FIXED,
    },
  ]
}

function gateNodes(input: NodesInput, frame: ReturnType<typeof frameAround>): readonly GateFlowNode[] {
  const { graph, positions, activity, commands } = input
  return graph.gates.flatMap((gate) => {
    const at = gatePoint(gate, positions, frame)
    if (at === undefined) return []
    return [
      {
        id: gate.id,
        type: 'gate' as const,
        position: { x: at[0] - GATE_WIDTH / 2, y: at[1] - GATE_HEIGHT / 2 },
        width: GATE_WIDTH,
        height: GATE_HEIGHT,
        measured: { width: GATE_WIDTH, height: GATE_HEIGHT },
        zIndex: 2,
        data: { gate, crossed: activity.crossed.get(gate.peer), onOpen: () => commands.showCrossings(gate.caller) },
        ...FIXED,
      },
    ]
  })
}

/** Where an edge meets the frame: the client's on the left side, those of other networks on the right. */
function gatePoint(gate: Gate, positions: Positions, frame: ReturnType<typeof frameAround>): Point | undefined {
  const caller = positions.get(gate.caller)
  if (gate.peer === CLIENT) return caller === undefined ? undefined : [frame.x - 6, caller[1] + NODE_HEIGHT / 2]
  const peer = positions.get(gate.peer)
  return peer === undefined ? undefined : [frame.x + frame.width, peer[1] + NODE_HEIGHT / 2]
}

interface EdgesInput {
  readonly graph: Graph
  readonly positions: Positions
  readonly activity: CanvasActivity
  readonly selected?: string | undefined
  readonly selectedEdge?: string | undefined
}

export function drawEdges({ graph, positions, activity, selected, selectedEdge }: EdgesInput): CanvasFlowEdge[] {
  const edges = graph.edges.filter((edge) => positions.has(edge.from) && positions.has(edge.to))
  const trunks = trunksOf(graph, positions)
  const drawn = edges.map(({ id, from, to, broken }): CanvasFlowEdge => {
    const hot = from === selected || to === selected
    return {
      id,
      type: 'call',
      source: from,
      target: to,
      focusable: false,
      domAttributes: UNHEARD,
      selected: id === selectedEdge,
      zIndex: hot || activity.live?.edges.has(id) === true ? 1 : 0,
      data: { state: activity.live?.edges.get(id), broken, hot, trunk: trunks.get(from) ?? TRUNK },
    }
  })
  if (graph.frontMan === undefined || !positions.has(graph.frontMan)) return drawn
  const front = activity.live?.entries.get(graph.frontMan)?.state
  const own: CanvasFlowEdge = {
    id: `${CLIENT}>${graph.frontMan}`,
    type: 'call',
    source: CLIENT,
    target: graph.frontMan,
    focusable: false,
    selectable: false,
    domAttributes: UNHEARD,
    data: { state: front, broken: false, hot: false, trunk: TRUNK },
  }
  return [own, ...drawn]
}

/** Callers of one column get trunks side by side, so that their edges can be told apart. */
function trunksOf(graph: Graph, positions: Positions): ReadonlyMap<string, number> {
  const callers = [...new Set(graph.edges.map((edge) => edge.from))].flatMap((id) => {
    const point = positions.get(id)
    return point === undefined ? [] : [{ id, point }]
  })
  const columns = new Map<number, number>()
  const trunks = new Map<string, number>()
  for (const { id, point } of callers.sort((a, b) => a.point[1] - b.point[1])) {
    const lane = columns.get(point[0]) ?? 0
    columns.set(point[0], lane + 1)
    trunks.set(id, TRUNK + (lane % TRUNKS) * TRUNK_STEP)
  }
  return trunks
}
