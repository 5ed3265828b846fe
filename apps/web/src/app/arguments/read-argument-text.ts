import { err, isJsonObject, type JsonObject, ok, parseJson, type Result } from '@slyglass/base'
import { checkArguments } from './check-arguments.ts'

const MARK = /⟨sly:[^⟩]*⟩/

/** Arguments from the text that a person wrote, or what is wrong with it in one sentence. */
export function readArgumentText(schema: JsonObject | undefined, text: string): Result<JsonObject, string> {
  const parsed = parseJson(text.trim() === '' ? '{}' : text)
  if (!parsed.ok) return err(`This is no JSON: ${parsed.error.message} at character ${parsed.error.offset + 1}.`)
  if (!isJsonObject(parsed.value)) return err('Write one JSON object, such as {"name": "value"}.')
  const mark = MARK.exec(text)?.[0]
  if (mark !== undefined)
    return err(`${mark} stands for a private value, and the tool would get the mark itself. Write what it is to get.`)
  const faults = checkArguments(schema, parsed.value)
  if (faults.length === 0) return ok(parsed.value)
  return err(`${faults.map(({ path, message }) => `${path} ${message}`).join('; ')}.`)
}
