// The private values of one call, from what was chosen and typed.
import { err, isJsonObject, type Json, type JsonText, ok, parseJson, printJson, type Result } from '@slyglass/base'
import { readTyped } from './form-values.ts'
import type { SlyChoices } from './sly-form.tsx'

interface Typed {
  readonly keys: readonly string[]
  readonly choices: SlyChoices
  readonly more: string
  /** Values that wait for the session's first run. */
  readonly draft: ReadonlyMap<string, JsonText>
}

/** Values as a JSON object; undefined where none was typed. */
export function slyOf({ keys, choices, more, draft }: Typed): Result<JsonText | undefined, string> {
  const others = parseJson(more.trim() === '' ? '{}' : more)
  if (!others.ok) return err(`This is no JSON: ${others.error.message}.`)
  if (!isJsonObject(others.value)) return err('Write one JSON object, such as {"key": "value"}.')
  const typed = keys.flatMap((key): readonly (readonly [string, Json])[] => {
    const choice = choices[key]
    return choice?.from === 'test' && choice.text !== '' ? [[key, readTyped(choice.text)]] : []
  })
  const values = new Map<string, Json>([...draftValues(draft), ...others.value, ...typed])
  return ok(values.size === 0 ? undefined : printJson(values))
}

function draftValues(draft: ReadonlyMap<string, JsonText>): readonly (readonly [string, Json])[] {
  return [...draft].flatMap(([key, text]) => {
    const parsed = parseJson(text)
    return parsed.ok ? [[key, parsed.value] as const] : []
  })
}
