// The sidecar beside a network's file: where its nodes stand. Positions never enter the HOCON.
import { isJsonList, isJsonObject, JsonNumber, jsonAt, parseJson, printJson } from '@slyglass/base'

/** A node's corner on the canvas. */
export type Point = readonly [x: number, y: number]
export type Positions = ReadonlyMap<string, Point>

/** Path of the layout of a network's file. */
export const layoutFile = (file: string): string => file.replace(/\.(hocon|json|conf)$/, '').concat('.layout.json')

/** Positions in a layout's text. What is no position is left out: a broken sidecar must not hide a graph. */
export function readLayout(text: string): Positions {
  const parsed = parseJson(text)
  const positions = parsed.ok ? jsonAt(parsed.value, 'positions') : undefined
  if (!isJsonObject(positions)) return new Map()
  const found = new Map<string, Point>()
  for (const [name, value] of positions) {
    const [x, y] = isJsonList(value) ? value : []
    if (x instanceof JsonNumber && y instanceof JsonNumber) found.set(name, [x.toNumber(), y.toNumber()])
  }
  return found
}

/** The text of a layout: one node a line, so that a moved node is a changed line. */
export function printLayout(positions: Positions): string {
  const lines = [...positions].map(([name, [x, y]]) => `    ${printJson(name)}: [${Math.round(x)}, ${Math.round(y)}]`)
  return `{\n  "version": 1,\n  "positions": {\n${lines.join(',\n')}\n  }\n}\n`
}
