import type { KeyboardEvent } from 'react'
import { focusNode } from './focus-node.ts'
import type { Graph } from './graph.ts'
import type { CanvasCommands } from './use-canvas-commands.ts'
import type { Flow } from './use-flow.ts'

const NUDGES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-8, 0],
  ArrowRight: [8, 0],
  ArrowUp: [0, -8],
  ArrowDown: [0, 8],
}

/** Keys of the canvas: arrows walk along calls, Alt and arrows move a node, F2 renames, Delete deletes. */
export function useCanvasKeys(graph: Graph, flow: Flow, commands: CanvasCommands) {
  const focus = (id: string) => {
    commands.select(id)
    requestAnimationFrame(() => focusNode(id))
  }
  return (event: KeyboardEvent) => {
    const focused =
      event.target instanceof HTMLElement
        ? event.target.closest('.react-flow__node')?.getAttribute('data-id')
        : undefined
    if (event.target instanceof HTMLElement && event.target.closest('input, .gate, .toolbox') !== null) return
    const id = graph.nodes.find((node) => node.id === focused)?.id ?? flow.selected
    if (event.ctrlKey || event.metaKey) return
    if ((event.key === 'Delete' || event.key === 'Backspace') && flow.selectedEdge !== undefined)
      commands.disconnect(flow.selectedEdge)
    else if (id === undefined) return
    else if (event.key === 'F2') commands.beginRename(id)
    else if (event.key === 'Delete' || event.key === 'Backspace') commands.remove(id)
    else if (event.key === 'Enter' || event.key === ' ') commands.select(id)
    else if (event.altKey && NUDGES[event.key] !== undefined) flow.nudge(id, NUDGES[event.key] ?? [0, 0])
    else if (event.key in NUDGES) {
      const next = neighbour(graph, flow, id, event.key)
      if (next === undefined) return
      focus(next)
    } else return
    event.preventDefault()
  }
}

/** The node that an arrow leads to: callers left, what is called right, others of the same column up and down. */
function neighbour(graph: Graph, flow: Flow, id: string, key: string): string | undefined {
  const here = flow.positions.get(id) ?? [0, 0]
  const along = (ids: readonly string[]) => nearest(flow, here, ids)
  if (key === 'ArrowRight') return along(graph.edges.filter((edge) => edge.from === id).map((edge) => edge.to))
  if (key === 'ArrowLeft') return along(graph.edges.filter((edge) => edge.to === id).map((edge) => edge.from))
  const down = key === 'ArrowDown'
  const column = graph.nodes.flatMap((node) => {
    const point = flow.positions.get(node.id)
    if (point === undefined || node.id === id || Math.abs(point[0] - here[0]) > 80) return []
    return (down ? point[1] > here[1] : point[1] < here[1]) ? [node.id] : []
  })
  return along(column)
}

function nearest(flow: Flow, [x, y]: readonly [number, number], ids: readonly string[]): string | undefined {
  const distance = (id: string) => {
    const point = flow.positions.get(id) ?? [0, 0]
    return Math.hypot(point[0] - x, point[1] - y)
  }
  return [...ids].sort((a, b) => distance(a) - distance(b))[0]
}
