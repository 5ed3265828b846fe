// Deep merge as neuro-san does it everywhere: objects merge, a text laid on a number or boolean takes its type.
import { err, type Json, JsonNumber, type JsonObject, ok, type Result } from '@slyglass/base'
import { type HoconField, type HoconValue, jsonOf, valueFrom } from '@slyglass/hocon'

/** Why two values cannot be laid over each other. */
export interface OverlayFailure {
  readonly code: 'not-a-number'
  readonly message: string
  /** Key of the text that is no number, such as `temperature`. */
  readonly key: string
  readonly value: HoconValue
}

/** `over` laid on `basis`; keys keep the order of `basis`, new ones follow. */
export function overlayValues(basis: HoconValue, over: HoconValue, key = ''): Result<HoconValue, OverlayFailure> {
  if (basis.kind !== 'object' || over.kind !== 'object') return coerce(basis, over, key)
  const fields = new Map(basis.fields)
  for (const [name, field] of over.fields) {
    const below = fields.get(name)
    const value = below === undefined ? ok(field.value) : overlayValues(below.value, field.value, name)
    if (!value.ok) return value
    const merged: HoconField = { value: value.value, keys: [...(below?.keys ?? []), ...field.keys] }
    fields.set(name, merged)
  }
  return ok({ kind: 'object', fields, origin: over.origin })
}

function coerce(basis: HoconValue, over: HoconValue, key: string): Result<HoconValue, OverlayFailure> {
  if (over.kind !== 'string') return ok(over)
  if (basis.kind === 'boolean') {
    const flag = over.text.toLowerCase() === 'true'
    return ok({ kind: 'boolean', flag, raw: over.text, origin: over.origin })
  }
  if (basis.kind !== 'number') return ok(over)
  const number = Number(over.text)
  if (over.text.trim() === '' || !Number.isFinite(number)) {
    const message = `"${over.text}" is laid over a number and is none`
    return err({ code: 'not-a-number', message, key, value: over })
  }
  const text = basis.number.isInteger() ? String(Math.trunc(number)) : floatText(over.text.trim(), number)
  return ok({ kind: 'number', number: new JsonNumber(text), raw: over.text, origin: over.origin })
}

const floatText = (text: string, number: number): string =>
  /^-?\d+$/.test(text) ? `${number}.0` : /^-?(?:0|[1-9]\d*)\.\d+$/.test(text) ? text : String(number)

/** `over` laid on `basis`, as plain JSON. */
export function overlay(basis: JsonObject, over: JsonObject): Result<JsonObject, OverlayFailure> {
  const origin = { place: { doc: '', from: 0, to: 0 }, via: [] }
  const merged = overlayValues(valueFrom(basis, origin), valueFrom(over, origin))
  return merged.ok ? ok(jsonOf(merged.value) as Extract<Json, JsonObject>) : merged
}
