// Automatic layout, left to right: callers before what they call. Pure; it runs in a worker.
import dagre from '@dagrejs/dagre'
import type { Point } from '../../app/public/layout-file.ts'
import { type LayoutOutput, NODE_HEIGHT, NODE_WIDTH, ROW } from './placement.ts'

export interface LayoutInput {
  readonly nodes: readonly { readonly id: string; readonly inside: boolean }[]
  readonly edges: readonly { readonly from: string; readonly to: string }[]
}

const COLUMN_GAP = 40
/** From the last column inside to the column outside: the frame and a gate stand between. */
const OUTSIDE_GAP = NODE_WIDTH + 72

/** Corners of all nodes. Things outside the network stand in a column of their own at the right. */
export function layoutGraph({ nodes, edges }: LayoutInput): LayoutOutput {
  const graph = new dagre.graphlib.Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: 14, ranksep: COLUMN_GAP, ranker: 'tight-tree' })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id } of nodes) graph.setNode(id, { width: NODE_WIDTH, height: NODE_HEIGHT })
  for (const { from, to } of edges) if (graph.hasNode(from) && graph.hasNode(to)) graph.setEdge(from, to)
  // Entries that nobody calls stand with the tools, not beside the front man.
  const first = nodes[0]?.id
  for (const { id } of nodes)
    if (first !== undefined && id !== first && (graph.inEdges(id) ?? []).length === 0)
      graph.setEdge(first, id, { minlen: 2, weight: 0 })
  dagre.layout(graph)
  const corners = nodes.map(({ id, inside }) => {
    const centre = graph.node(id)
    const point: Point = [Math.round(centre.x - NODE_WIDTH / 2), Math.round(centre.y - NODE_HEIGHT / 2)]
    return { id, inside, point }
  })
  const right = Math.max(0, ...corners.filter((corner) => corner.inside).map(({ point }) => point[0]))
  const outside = spread(corners.filter((corner) => !corner.inside)).map(
    ([id, [, y]]) => [id, [right + OUTSIDE_GAP, y] as Point] as const,
  )
  return [...corners.filter((corner) => corner.inside).map(({ id, point }) => [id, point] as const), ...outside]
}

/** Moves nodes of one column down until none covers another. */
function spread(nodes: readonly { readonly id: string; readonly point: Point }[]): LayoutOutput {
  let free = Number.NEGATIVE_INFINITY
  return [...nodes]
    .sort((a, b) => a.point[1] - b.point[1])
    .map(({ id, point: [x, y] }) => {
      const top = Math.max(y, free)
      free = top + ROW
      return [id, [x, top] as Point] as const
    })
}
