// Joins graph, positions and activity into what React Flow draws, and takes its gestures back.
import type { NodeChange } from '@xyflow/react'
import { useMemo, useRef, useState } from 'react'
import { layoutFile, type Point, type Positions, readLayout } from '../../app/public/layout-file.ts'
import { placeNodes } from '../../app/public/network-edits.ts'
import { useSelectedEntry } from '../../app/public/selected-entry.ts'
import { useStudio } from '../../app/public/studio.ts'
import { useText } from '../../app/public/workspace.ts'
import { type CanvasFlowEdge, type CanvasFlowNode, drawEdges, drawNodes } from './draw.ts'
import type { Graph } from './graph.ts'
import { joinPositions } from './placement.ts'
import type { CanvasActivity } from './use-canvas-activity.ts'
import type { CanvasCommands } from './use-canvas-commands.ts'
import { askLayout, layoutInput, useAutomaticLayout } from './use-layout.ts'

export interface Flow {
  readonly nodes: CanvasFlowNode[]
  readonly edges: CanvasFlowEdge[]
  readonly positions: Positions
  readonly ready: boolean
  /** What is drawn may move once more: places for the present graph are being found. */
  readonly settling: boolean
  readonly selected?: string | undefined
  readonly selectedEdge?: string | undefined
  selectEdge(id: string): void
  onNodesChange(changes: NodeChange<CanvasFlowNode>[]): void
  nudge(id: string, by: Point): void
  tidy(): void
}

export function useFlow(graph: Graph, network: string, activity: CanvasActivity, commands: CanvasCommands): Flow {
  const [moved, setMoved] = useState<Positions>(new Map())
  const [edge, setEdge] = useState<string>()
  const gesture = useRef(0)
  const selected = useSelectedEntry()
  const { output: automatic, isCurrent } = useAutomaticLayout(graph)
  const placed = usePlaced()
  const positions = useMemo(() => {
    const resting = joinPositions(automatic ?? [], placed)
    return moved.size === 0 ? resting : new Map([...resting, ...moved])
  }, [automatic, placed, moved])

  const commit = (changed: Positions, label: string, group?: string) => {
    const ids = new Set(graph.nodes.map((node) => node.id))
    placeNodes(new Map([...positions, ...changed].filter(([id]) => ids.has(id))), label, group)
  }
  const onNodesChange = (changes: NodeChange<CanvasFlowNode>[]) => {
    const drags = changes.flatMap((change) =>
      change.type === 'position' && change.position !== undefined
        ? [
            {
              id: change.id,
              point: [change.position.x, change.position.y] as const,
              dragging: change.dragging === true,
            },
          ]
        : [],
    )
    if (drags.length === 0) return
    const now = new Map(drags.map(({ id, point }) => [id, point] as const))
    if (drags.some((drag) => drag.dragging)) return setMoved(now)
    gesture.current += 1
    commit(now, `move ${drags[0]?.id}`, `drag ${gesture.current}`)
    setMoved(new Map())
  }
  const selectedEdge = graph.edges.some((each) => each.id === edge) ? edge : undefined
  const nodes = useMemo(
    () => drawNodes({ graph, network, positions, activity, selected, commands }),
    [graph, network, positions, activity, selected, commands],
  )
  const edges = useMemo(
    () => drawEdges({ graph, positions, activity, selected, selectedEdge }),
    [graph, positions, activity, selected, selectedEdge],
  )
  return {
    nodes,
    edges,
    positions,
    ready: automatic !== undefined,
    settling: !isCurrent,
    selected,
    selectedEdge,
    selectEdge(id) {
      useStudio.getState().set({ selection: undefined })
      setEdge(id)
    },
    onNodesChange,
    nudge(id, [dx, dy]) {
      const [x, y] = positions.get(id) ?? [0, 0]
      commit(new Map([[id, [x + dx, y + dy]]]), `move ${id}`, `nudge ${id}`)
    },
    async tidy() {
      placeNodes(new Map(await askLayout(layoutInput(graph))), 'tidy the graph')
    },
  }
}

/** Positions of the sidecar, as its text is now. */
function usePlaced(): Positions {
  const file = useStudio(({ project, networkName }) => project?.networks.find(({ name }) => name === networkName)?.file)
  const text = useText(file === undefined ? undefined : layoutFile(file))
  return useMemo(() => readLayout(text ?? ''), [text])
}
