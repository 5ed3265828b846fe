import { isJsonObject, type JsonText, parseJson, printJson } from '@slyglass/base'

/** An answer that holds a JSON object: the object, and the words around it. */
export interface StructuredAnswer {
  readonly structure: JsonText
  readonly words: string
}

const FENCE = /```(?:json)?[ \t]*\n([\s\S]*?)\n?```/g

/**
 * The one JSON object of an answer: the answer itself, or its only fenced block. Undefined when there is none, or when it
 * is not plain which one is meant. Numbers keep their spelling.
 */
export function splitStructure(text: string): StructuredAnswer | undefined {
  const blocks = [...text.matchAll(FENCE)]
  const [block] = blocks
  if (blocks.length > 1) return undefined
  const parsed = parseJson((block?.[1] ?? text).trim())
  if (!parsed.ok || !isJsonObject(parsed.value)) return undefined
  const words = block === undefined ? '' : text.replace(block[0], '').trim()
  return { structure: printJson(parsed.value), words }
}

/** An answer that was to hold JSON and holds an empty block: it is shown as it came, and said to be. */
export const holdsEmptyFence = (text: string): boolean => /```json\s*```/.test(text)
