import { isJsonList, isJsonObject, type Json, JsonNumber, type JsonStyle, type JsonText } from './json.ts'

/** Prints exact JSON; numbers keep the spelling they were written with. */
export function printJson(value: Json, style: JsonStyle = 'compact'): JsonText {
  return style === 'indented' ? printIndented(value, '') : printFlat(value, style)
}

function printFlat(value: Json, style: JsonStyle): string {
  const [comma, colon] = style === 'compact' ? [',', ':'] : [', ', ': ']
  if (isJsonList(value)) return `[${value.map((part) => printFlat(part, style)).join(comma)}]`
  if (!isJsonObject(value)) return printScalar(value, style)
  let entries = ''
  for (const [key, part] of value)
    entries += `${entries === '' ? '' : comma}${printScalar(key, style)}${colon}${printFlat(part, style)}`
  return `{${entries}}`
}

function printIndented(value: Json, indent: string): string {
  const inner = `${indent}  `
  if (isJsonList(value)) {
    if (value.length === 0) return '[]'
    return `[\n${value.map((part) => inner + printIndented(part, inner)).join(',\n')}\n${indent}]`
  }
  if (!isJsonObject(value)) return printScalar(value, 'compact')
  if (value.size === 0) return '{}'
  const entries = [...value].map(([key, part]) => `${inner}${JSON.stringify(key)}: ${printIndented(part, inner)}`)
  return `{\n${entries.join(',\n')}\n${indent}}`
}

function printScalar(value: null | boolean | string | JsonNumber, style: JsonStyle): string {
  if (value instanceof JsonNumber) return value.text
  if (typeof value !== 'string') return String(value)
  const text = JSON.stringify(value)
  return style === 'python' ? text.replace(/[\u007f-\uffff]/g, escapeUnit) : text
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
