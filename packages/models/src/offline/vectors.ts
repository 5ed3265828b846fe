// Vectors without a model: words are counted into places by their letters, so that texts which share words are near each other.
import { isJsonList, type Json, JsonNumber, jsonAt } from '@slyglass/base'
import { OFFLINE_MODEL } from './reply.ts'

const USUAL_SIZE = 64
const MOST = 2048

/** The answer to a request for vectors, in the shape of the endpoint. */
export function offlineVectors(body: Json): object {
  const input = jsonAt(body, 'input')
  const given = jsonAt(body, 'dimensions')
  const asked = given instanceof JsonNumber ? given.toNumber() : USUAL_SIZE
  const size = Number.isInteger(asked) && asked > 0 ? Math.min(asked, MOST) : USUAL_SIZE
  const texts = (isJsonList(input) ? input : [input ?? '']).map(String)
  const words = texts.map(wordsOf)
  return {
    object: 'list',
    model: OFFLINE_MODEL,
    data: words.map((some, index) => ({ object: 'embedding', index, embedding: vectorOf(some, size) })),
    usage: { prompt_tokens: words.flat().length, total_tokens: words.flat().length },
  }
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Of length 1, but for a text without words. */
function vectorOf(words: readonly string[], size: number): readonly number[] {
  const counts = new Array<number>(size).fill(0)
  for (const word of words) {
    const place = placeOf(word) % size
    counts[place] = (counts[place] ?? 0) + 1
  }
  const length = Math.hypot(...counts)
  return length === 0 ? counts : counts.map((count) => Math.round((count / length) * 1e6) / 1e6)
}

/** FNV-1a over the letters of a word. */
function placeOf(word: string): number {
  let hash = 0x811c9dc5
  for (const letter of word) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash
}
