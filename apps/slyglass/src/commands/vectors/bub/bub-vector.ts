// One observation of Bub: what went in, what came out, and what this studio says to it.
import { isJsonObject, type JsonObject } from '@slyglass/base'

export interface BubVector {
  readonly id: string
  readonly area: string
  readonly input: JsonObject
  readonly expected: JsonObject
  /** False where the studio's stated answer is another one on purpose. */
  readonly isSame: boolean
}

/** A line as an observation; undefined for other lines. */
export function readBubVector(line: JsonObject): BubVector | undefined {
  const [id, area, input, expected, studio] = ['id', 'area', 'input', 'expected', 'studio'].map((key) => line.get(key))
  if (typeof id !== 'string' || typeof area !== 'string' || typeof studio !== 'string') return undefined
  if (!isJsonObject(input) || !isJsonObject(expected)) return undefined
  return { id, area, input, expected, isSame: !studio.startsWith('differs') }
}
