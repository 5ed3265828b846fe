// Keys that a network's text holds in its llm_config. They are used, and never kept in a log.
import { isJsonList, isJsonObject, type Json } from '@slyglass/base'
import type { Network } from '@slyglass/network'

export const HIDDEN_KEY = '⟨credential⟩'

export function networkKeys({ json, entries }: Network): readonly string[] {
  const found = new Set<string>()
  const walk = (value: Json, inside: boolean): void => {
    if (isJsonList(value)) for (const part of value) walk(part, inside)
    if (!isJsonObject(value)) return
    for (const [key, part] of value) {
      if (inside && /_(?:key|token)$/.test(key) && typeof part === 'string' && part !== 'sly_data' && part !== '')
        found.add(part)
      else walk(part, inside || key === 'llm_config')
    }
  }
  walk(json, false)
  for (const entry of entries) walk(entry.json, false)
  return [...found]
}

export function hideKeys(text: string, keys: readonly string[]): string {
  return keys.reduce((hidden, key) => hidden.replaceAll(key, HIDDEN_KEY), text)
}
