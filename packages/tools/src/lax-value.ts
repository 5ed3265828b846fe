// Reads one value the way neuro-san does: leniently where the meaning is plain ("3" is 3, 3.0 is 3, "true" is true).
// What it gives back has the declared type exactly, so that Python tools see int or float. Recorded in tool-call-faults.
import { err, isJsonList, isJsonObject, type Json, JsonNumber, type JsonObject, ok, type Result } from '@slyglass/base'
import type { Parameter, ParameterType } from './parameter.ts'
import { pythonNumber } from './python-text.ts'
import { readTruth, readWhole, type ScalarFault, wholeOf } from './read-scalars.ts'

/** What is wrong with one value; `field` is its place, such as `rows.0.id`. */
export interface ArgumentFault {
  readonly field: string
  readonly reason: string
}

/** A read value, or all that is wrong in it. */
export type Read = Result<Json, readonly ArgumentFault[]>

const PLACEHOLDER = /^⟨sly(?::[^⟩]*)?⟩$/

/** Reads a value of a declared type. A masked value, as logs hold it, fits every type. */
function laxValue(type: ParameterType, value: Json, field: string): Read {
  if (typeof value === 'string' && PLACEHOLDER.test(value)) return ok(value)
  switch (type.kind) {
    case 'string':
      return typeof value === 'string' ? ok(value) : fault(field, 'Input should be a valid string')
    case 'integer':
      return placed(readWhole(value), field)
    case 'float':
      return laxFloat(value, field)
    case 'number':
      return laxNumber(value, field)
    case 'boolean':
      return placed(readTruth(value), field)
    case 'any':
      return ok(value)
    case 'anything':
      return isJsonObject(value) ? ok(value) : fault(field, 'Input should be a valid dictionary')
    case 'list':
      return laxList(type.of, value, field)
    case 'object':
      if (isJsonObject(value)) return laxParts(type.parts, value, field)
      return fault(field, 'Input should be a valid dictionary or instance of the declared object')
    default:
      return type satisfies never
  }
}

/** Reads the parts of an object in declared order. Undeclared ones are dropped, unsent optional ones are null. */
export function laxParts(parts: readonly Parameter[], values: JsonObject, field: string): Read {
  const read = new Map<string, Json>()
  const faults: ArgumentFault[] = []
  for (const part of parts) {
    const place = field === '' ? part.name : `${field}.${part.name}`
    const value = values.get(part.name)
    if (value === undefined && part.required) faults.push({ field: place, reason: 'Field required' })
    else if (value === undefined || (value === null && !part.required)) read.set(part.name, null)
    else {
      const one = laxValue(part.type, value, place)
      if (one.ok) read.set(part.name, one.value)
      else faults.push(...one.error)
    }
  }
  return faults.length === 0 ? ok(read) : err(faults)
}

function laxList(of: ParameterType, value: Json, field: string): Read {
  if (!isJsonList(value)) return fault(field, 'Input should be a valid list')
  const reads = value.map((part, index) => laxValue(of, part, `${field}.${index}`))
  const faults = reads.flatMap((read) => (read.ok ? [] : read.error))
  return faults.length > 0 ? err(faults) : ok(reads.flatMap((read) => (read.ok ? [read.value] : [])))
}

function placed(read: Result<Json, ScalarFault>, field: string): Read {
  return read.ok ? read : fault(field, read.error.msg)
}

function fault(field: string, reason: string): Read {
  return err([{ field, reason }])
}

const FLOAT_TEXT = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*$/

function float(text: string): JsonNumber {
  return new JsonNumber(pythonNumber(new JsonNumber(Number(text.trim()).toExponential())))
}

function laxFloat(value: Json, field: string): Read {
  if (typeof value === 'boolean') return ok(new JsonNumber(value ? '1.0' : '0.0'))
  if (value instanceof JsonNumber) return ok(float(value.text))
  if (typeof value !== 'string') return fault(field, 'Input should be a valid number')
  if (FLOAT_TEXT.test(value)) return ok(float(value))
  return fault(field, 'Input should be a valid number, unable to parse string as a number')
}

/** An int or a float: what was sent as one of them stays it. */
function laxNumber(value: Json, field: string): Read {
  if (value instanceof JsonNumber) return ok(value.isInteger() ? wholeOf(value.text) : float(value.text))
  const whole = placed(readWhole(value), `${field}.int`)
  if (whole.ok) return whole
  const part = laxFloat(value, `${field}.float`)
  return part.ok ? part : err([...whole.error, ...part.error])
}
