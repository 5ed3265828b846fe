import { isJsonList, isJsonObject, type JsonObject } from '@slyglass/base'
import type { Network } from '@slyglass/network'
import { repairJson } from './repair-json.ts'

/** True when the front man's answers are searched for JSON. */
export function wantsStructure(network: Network): boolean {
  const formats = network.frontMan?.json.get('structure_formats')
  return formats === 'json' || (isJsonList(formats) && formats.includes('json'))
}

const BLOCKS: readonly RegExp[] = [/```json(.*)```/s, /```(.*)```/s, /`\{(.*)\}`/s, /\{(.*)\}/s]

/**
 * The object in a text, and the text without it. The first kind of block that is found at all decides, from its first
 * opening to its last closing; when what is inside is no object, the text stays whole.
 */
export function splitStructure(text: string): { readonly text: string; readonly structure: JsonObject } | undefined {
  for (const block of BLOCKS) {
    const found = block.exec(text)
    if (found === null) continue
    const structure = repairJson(found[0].trim())
    if (!isJsonObject(structure)) return undefined
    const rest = text.slice(0, found.index) + text.slice(found.index + found[0].length)
    return { text: rest.trim(), structure }
  }
  return undefined
}
