// Sizes of nodes, and where they stand when some were placed by hand.
import type { Point } from '../../app/public/layout-file.ts'

export const NODE_WIDTH = 144
export const NODE_HEIGHT = 42
/** From one node of a column to the next. */
export const ROW = NODE_HEIGHT + 14

export type LayoutOutput = readonly (readonly [id: string, point: Point])[]

/** Known positions win; new nodes keep their automatic place, moved down where it is taken. */
export function joinPositions(automatic: LayoutOutput, known: ReadonlyMap<string, Point>): ReadonlyMap<string, Point> {
  const placed = new Map<string, Point>()
  for (const [id] of automatic) {
    const point = known.get(id)
    if (point !== undefined) placed.set(id, point)
  }
  for (const [id, point] of automatic) if (!placed.has(id)) placed.set(id, freePlace(point, [...placed.values()]))
  return placed
}

function freePlace([x, y]: Point, taken: readonly Point[]): Point {
  const covers = (top: number) =>
    taken.some(([otherX, otherY]) => Math.abs(otherX - x) < NODE_WIDTH + 8 && Math.abs(otherY - top) < NODE_HEIGHT + 8)
  let top = y
  while (covers(top)) top += ROW
  return [x, top]
}

/** The boundary: a frame around everything inside. */
export function frameAround(points: readonly Point[]): { x: number; y: number; width: number; height: number } {
  const [left, top] = [Math.min(...points.map(([x]) => x)), Math.min(...points.map(([, y]) => y))]
  const right = Math.max(...points.map(([x]) => x)) + NODE_WIDTH
  const bottom = Math.max(...points.map(([, y]) => y)) + NODE_HEIGHT
  return { x: left - 28, y: top - 28, width: right - left + 56, height: bottom - top + 52 }
}
