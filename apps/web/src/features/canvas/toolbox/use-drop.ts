// Dragging a tool of the toolbox onto the graph.
import { useReactFlow } from '@xyflow/react'
import { type DragEvent, useEffect, useState } from 'react'
import type { Point } from '../../../app/public/layout-file.ts'
import { NODE_HEIGHT, NODE_WIDTH } from '../placement.ts'
import type { ToolRow } from './shared-tools.ts'

const DRAGGED = 'application/x-slyglass-tool'

export function beginDrag(event: DragEvent, name: string): void {
  event.dataTransfer.setData(DRAGGED, name)
  event.dataTransfer.effectAllowed = 'copy'
}

type Add = (row: ToolRow, on: string | undefined, at: Point | undefined) => Promise<void>

/** Takes what is dropped on the canvas that the panel lies on: on an agent, which then calls it, or on a place of its own. */
export function useDrop(rows: readonly ToolRow[], add: Add) {
  const { screenToFlowPosition } = useReactFlow()
  const [panel, setPanel] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const canvas = panel?.parentElement
    if (!canvas) return
    const isOurs = (event: globalThis.DragEvent) => event.dataTransfer?.types.includes(DRAGGED) === true
    const over = (event: globalThis.DragEvent) => {
      if (isOurs(event) && !panel?.contains(event.target as Node)) event.preventDefault()
    }
    const drop = (event: globalThis.DragEvent) => {
      const row = rows.find(({ name }) => name === event.dataTransfer?.getData(DRAGGED))
      if (row === undefined || !(event.target instanceof Element) || panel?.contains(event.target)) return
      event.preventDefault()
      const on = event.target.closest('.react-flow__node[data-id]')?.getAttribute('data-id') ?? undefined
      const { x, y } = screenToFlowPosition({ x: event.clientX, y: event.clientY })
      const isNode = on !== undefined && on !== 'boundary'
      void add(row, on, isNode ? undefined : [x - NODE_WIDTH / 2, y - NODE_HEIGHT / 2])
    }
    canvas.addEventListener('dragover', over)
    canvas.addEventListener('drop', drop)
    return () => {
      canvas.removeEventListener('dragover', over)
      canvas.removeEventListener('drop', drop)
    }
  })
  return setPanel
}
