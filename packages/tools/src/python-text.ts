// How Python writes values as text. Models that were written for neuro-san read tool arguments and errors in this spelling.
import { isJsonList, isJsonObject, type Json, JsonNumber, printJson, wellFormed } from '@slyglass/base'

/** A number as Python prints it: digits of an int unchanged, a float by its shortest digits (`3.0`, `1e-07`). */
export function pythonNumber(number: JsonNumber): string {
  if (number.isInteger()) return number.text === '-0' ? '0' : number.text
  return pythonFloat(number.toNumber())
}

function pythonFloat(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  const [mantissa = '', power = '0'] = value.toExponential().split('e')
  const exponent = Number(power)
  if (exponent >= -4 && exponent < 16) {
    const plain = exponent < 0 ? value.toFixed(mantissa.replace(/[-.]/g, '').length - 1 - exponent) : String(value)
    return plain.includes('.') ? plain : `${plain}.0`
  }
  return `${mantissa}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
}

/** Python's `str(value)`: a text unchanged but for halves of characters, everything else as `repr`. */
export function pythonStr(value: Json): string {
  return typeof value === 'string' ? wellFormed(value) : pythonRepr(value)
}

/** Python's `repr(value)`: single quotes, `True`, `None`, non-ASCII letters kept. */
export function pythonRepr(value: Json): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (value instanceof JsonNumber) return pythonNumber(value)
  if (typeof value === 'string') return reprText(value)
  if (isJsonList(value)) return `[${value.map(pythonRepr).join(', ')}]`
  return `{${[...value].map(([key, part]) => `${reprText(key)}: ${pythonRepr(part)}`).join(', ')}}`
}

const NAMED: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function reprText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const inner = text.replace(/[\\\n\r\t]|[\u0000-\u001f\u007f-\u00a0\u00ad]/g, (unit) => NAMED[unit] ?? hexEscape(unit))
  return quote + (quote === "'" ? inner.replaceAll("'", "\\'") : inner) + quote
}

function hexEscape(unit: string): string {
  return `\\x${unit.charCodeAt(0).toString(16).padStart(2, '0')}`
}

/** `json.dumps` of Python: blanks after `,` and `:`, floats in Python's spelling. */
export function pythonJson(value: Json, nonAscii: 'kept' | 'escaped'): string {
  if (value instanceof JsonNumber) return pythonNumber(value)
  if (isJsonList(value)) return `[${value.map((part) => pythonJson(part, nonAscii)).join(', ')}]`
  if (!isJsonObject(value)) return printJson(value, nonAscii === 'kept' ? 'python-unicode' : 'python')
  let entries = ''
  for (const [key, part] of value)
    entries += `${entries === '' ? '' : ', '}${pythonJson(key, nonAscii)}: ${pythonJson(part, nonAscii)}`
  return `{${entries}}`
}
