// Whole numbers and truths, read leniently where the meaning is plain: "3" and 3.0 are 3, "yes" is true. What is not plain is said
// in pydantic's words.
import { err, type Json, JsonNumber, ok, type Result } from '@slyglass/base'

/** Why a value cannot be read: pydantic's kind of fault, and its words. */
export interface ScalarFault {
  readonly type: string
  readonly msg: string
}

const WHOLE_TEXT = /^\s*[-+]?\d+(?:_\d+)*(?:\.0+)?\s*$/

/** A whole number of any size. */
export function readWhole(value: Json): Result<JsonNumber, ScalarFault> {
  if (typeof value === 'boolean') return ok(new JsonNumber(value ? '1' : '0'))
  if (typeof value === 'string') {
    if (WHOLE_TEXT.test(value)) return ok(wholeOf(value))
    return fault('int_parsing', 'Input should be a valid integer, unable to parse string as an integer')
  }
  if (!(value instanceof JsonNumber)) return fault('int_type', 'Input should be a valid integer')
  if (value.isInteger()) return ok(wholeOf(value.text))
  if (Number.isInteger(value.toNumber())) return ok(new JsonNumber(BigInt(value.toNumber()).toString()))
  return fault('int_from_float', 'Input should be a valid integer, got a number with a fractional part')
}

/** The digits of a whole number in their shortest spelling. */
export function wholeOf(text: string): JsonNumber {
  const digits = text.trim().replace(/^\+/, '').replaceAll('_', '').replace(/\.0+$/, '')
  return new JsonNumber(digits.replace(/^(-?)0+(?=\d)/, '$1').replace(/^-0$/, '0'))
}

const YES: ReadonlySet<string> = new Set(['true', 't', 'yes', 'y', 'on', '1'])
const NO: ReadonlySet<string> = new Set(['false', 'f', 'no', 'n', 'off', '0'])

/** A truth, or a word or number that stands for one. */
export function readTruth(value: Json): Result<boolean, ScalarFault> {
  if (typeof value === 'boolean') return ok(value)
  const word = value instanceof JsonNumber ? String(value.toNumber()) : value
  if (typeof word !== 'string') return fault('bool_type', 'Input should be a valid boolean')
  if (YES.has(word.toLowerCase())) return ok(true)
  if (NO.has(word.toLowerCase())) return ok(false)
  return fault('bool_parsing', 'Input should be a valid boolean, unable to interpret input')
}

function fault(type: string, msg: string): Result<never, ScalarFault> {
  return err({ type, msg })
}
