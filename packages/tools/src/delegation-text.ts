// The words with which one agent is told its task by another: one sentence per argument. Recorded in delegation.
import { isJsonList, isJsonObject, type Json, type JsonObject, jsonAt } from '@slyglass/base'
import { pythonJson, pythonStr } from './python-text.ts'

/**
 * The text for the called agent. `declared` is the entry's `parameters`: with none, every argument is told.
 * `command` follows on a line of its own, also when no argument is told.
 */
export function delegationText(
  declared: JsonObject | undefined,
  args: JsonObject,
  command: string | undefined,
): string {
  const properties = jsonAt(declared, 'properties')
  const known = isJsonObject(properties) && properties.size > 0 ? properties : undefined
  const lines = [...args].flatMap(([name, value]) => sentence(name, value, known))
  const text = lines.join('\n')
  return command === undefined || command === '' ? text : `${text}\n${command}`
}

function sentence(name: string, value: Json, known: JsonObject | undefined): readonly string[] {
  if (value === null) return []
  const schema = known?.get(name)
  if (known !== undefined && !(isJsonObject(schema) && schema.size > 0)) return []
  const type = jsonAt(schema, 'type')
  const verb = type === 'array' || isJsonList(value) ? 'are' : 'is'
  return [`The ${name} ${verb} ${told(value, type)}.`]
}

function told(value: Json, type: Json | undefined): string {
  if (isJsonObject(value)) return pythonJson(value, 'escaped').slice(1, -1)
  if (isJsonList(value)) return value.map((part) => told(part, undefined)).join(', ')
  if (type === 'string' && typeof value === 'string') return `'${value.replaceAll('{', '{{').replaceAll('}', '}}')}'`
  return pythonStr(value)
}
