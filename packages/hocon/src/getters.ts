// Typed reads of an evaluated value, as the reference's getters do them.
import { err, type Json, JsonNumber, ok, type Result } from '@slyglass/base'
import type { ErrorKind, Place } from './diagnostic.ts'
import { listOf } from './join-spec.ts'
import { pathOfText } from './path.ts'
import { type HoconValue, jsonOf, valueAt } from './value.ts'

/** What a value is asked for, and what is given for it. */
export type GetAs =
  /** A time span such as `10 s`; without a unit it is milliseconds. Nanoseconds as a whole number of 64 bits. */
  | 'duration_ns'
  /** A size such as `10 MB` or `1KiB`. Bytes as a whole number. */
  | 'bytes'
  /** A period such as `3 months`; without a unit it is days. Text as ISO 8601 writes it: `P3M`. */
  | 'period'
  /** A whole number of 32 bits; a fraction is cut off. */
  | 'int'
  /** A whole number of 64 bits; a fraction is cut off. */
  | 'long'
  /** The nearest number of JavaScript. */
  | 'double'
  /** True or false; texts may say yes, no, on and off, too. */
  | 'boolean'
  /** Text; numbers and flags as they are written. */
  | 'string'
  /** A list of anything. An object is one where it has keys that are numbers: their values in the order of the numbers. */
  | 'list'
  /** A list of what `int` gives. */
  | 'int_list'
  /** A list of what `string` gives. */
  | 'string_list'
  /** Whether there is a value that is not null. */
  | 'has_path'

/** Why a value cannot be read that way. */
export interface GetFailure {
  /** `missing`, `null`, `wrong_type` or `bad_value`. */
  readonly kind: ErrorKind
  /** The kind with `-`. */
  readonly code: string
  readonly message: string
  /** The value; where there is none, the start of the document. */
  readonly at: Place
}

type Got = Result<Json, GetFailure>

const DURATIONS: Readonly<Record<string, bigint>> = units([
  [1n, 'ns nano nanos nanosecond nanoseconds'],
  [1_000n, 'us micro micros microsecond microseconds'],
  [1_000_000n, 'ms milli millis millisecond milliseconds'],
  [1_000_000_000n, 's second seconds'],
  [60_000_000_000n, 'm minute minutes'],
  [3_600_000_000_000n, 'h hour hours'],
  [86_400_000_000_000n, 'd day days'],
])
const PERIODS: Readonly<Record<string, string>> = Object.fromEntries(
  ['D d day days', 'W w week weeks', 'M m mo month months', 'Y y year years'].flatMap((row) => {
    const [sign = '', ...names] = row.split(' ')
    return names.map((name) => [name, sign])
  }),
)
const SIZES = sizeUnits()

function units(rows: readonly (readonly [bigint, string])[]): Record<string, bigint> {
  return Object.fromEntries(rows.flatMap(([factor, names]) => names.split(' ').map((name) => [name, factor])))
}

function sizeUnits(): Readonly<Record<string, bigint>> {
  const table: Record<string, bigint> = { '': 1n, B: 1n, b: 1n, byte: 1n, bytes: 1n }
  const names = ['kilo', 'mega', 'giga', 'tera', 'peta', 'exa', 'zetta', 'yotta']
  const binary = ['kibi', 'mebi', 'gibi', 'tebi', 'pebi', 'exbi', 'zebi', 'yobi']
  'KMGTPEZY'.split('').forEach((letter, index) => {
    const [decimal, power] = [1000n ** BigInt(index + 1), 1024n ** BigInt(index + 1)]
    for (const name of [letter, letter.toLowerCase(), `${letter}i`, `${letter}iB`]) table[name] = power
    for (const name of [`${binary[index]}byte`, `${binary[index]}bytes`]) table[name] = power
    table[letter === 'K' ? 'kB' : `${letter}B`] = decimal
    for (const name of [`${names[index]}byte`, `${names[index]}bytes`]) table[name] = decimal
  })
  return table
}

/** The value at a path such as `a."b.c".d`, read as `as`. A path that is none is missing. */
export function get(root: HoconValue, path: string, as: GetAs): Got {
  const keys = pathOfText(path)
  const value = typeof keys === 'string' ? undefined : valueAt(root, ...keys)
  if (as === 'has_path') return ok(value !== undefined && value.kind !== 'null')
  if (value === undefined) return fail('missing', `there is no ${path}`, root)
  if (value.kind === 'null') return fail('null', `${path} is null`, value)
  switch (as) {
    case 'string':
      return textOf(value) === undefined ? wrong(value, 'text') : ok(textOf(value) ?? '')
    case 'boolean':
      return getBoolean(value)
    case 'double':
    case 'int':
    case 'long':
      return getNumber(value, as)
    case 'list':
      return listOf(value) === undefined ? wrong(value, 'a list') : ok((listOf(value) ?? []).map(jsonOf))
    case 'int_list':
    case 'string_list':
      return getList(value, as === 'int_list' ? 'int' : 'string')
    case 'duration_ns':
      return getDuration(value)
    case 'bytes':
      return getBytes(value)
    case 'period':
      return getPeriod(value)
  }
}

function fail(kind: ErrorKind, message: string, value: HoconValue): Got {
  const at = kind === 'missing' ? { ...value.origin.place, from: 0, to: 0 } : value.origin.place
  return err({ kind, code: kind.replace('_', '-'), message, at })
}

const wrong = (value: HoconValue, wanted: string): Got => fail('wrong_type', `this is not ${wanted}`, value)

function textOf(value: HoconValue): string | undefined {
  if (value.kind === 'string') return value.text
  return value.kind === 'number' || value.kind === 'boolean' ? value.raw : undefined
}

function getBoolean(value: HoconValue): Got {
  if (value.kind === 'boolean') return ok(value.flag)
  const text = value.kind === 'string' ? value.text : ''
  if (/^(?:true|yes|on)$/.test(text)) return ok(true)
  return /^(?:false|no|off)$/.test(text) ? ok(false) : wrong(value, 'true or false')
}

function getNumber(value: HoconValue, as: 'int' | 'long' | 'double'): Got {
  const text = textOf(value)?.trim() ?? ''
  if (value.kind === 'boolean' || !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text))
    return wrong(value, 'a number')
  if (as === 'double') return ok(new JsonNumber(String(Number(text))))
  const whole = /^[+-]?\d+$/.test(text) ? BigInt(text) : BigInt(Math.trunc(Number(text)))
  const bits = as === 'int' ? 31n : 63n
  if (whole < -(2n ** bits) || whole >= 2n ** bits) return wrong(value, `a number of ${bits + 1n} bits`)
  return ok(new JsonNumber(String(whole)))
}

function getList(value: HoconValue, as: 'int' | 'string'): Got {
  const items = listOf(value)
  if (items === undefined) return wrong(value, 'a list')
  const read: Json[] = []
  for (const item of items) {
    const got =
      as === 'int'
        ? getNumber(item, 'int')
        : textOf(item) === undefined
          ? wrong(item, 'text')
          : ok(textOf(item) as Json)
    if (!got.ok) return got
    read.push(got.value)
  }
  return ok(read)
}

function amountOf(value: HoconValue): { amount: string; unit: string } | undefined {
  const [, amount, unit] = /^\s*([-+]?[\d.]*(?:[eE][-+]?\d+)?)\s*([A-Za-z]*)\s*$/.exec(textOf(value) ?? '') ?? []
  return amount === undefined || unit === undefined || !/\d/.test(amount) ? undefined : { amount, unit }
}

// Whole amounts are exact, others as double.
function times(amount: string, factor: bigint): bigint {
  if (/^[-+]?\d+$/.test(amount)) return BigInt(amount) * factor
  const product = Number(amount) * Number(factor)
  return Number.isFinite(product) ? BigInt(Math.trunc(product)) : 0n
}

function getDuration(value: HoconValue): Got {
  const parts = amountOf(value)
  const factor = DURATIONS[parts?.unit === '' ? 'ms' : (parts?.unit ?? '?')]
  if (parts === undefined || factor === undefined) return badUnit(value, 'a time span such as 10 s')
  const limit = 2n ** 63n - 1n
  const exact = times(parts.amount, factor)
  return ok(new JsonNumber(String(exact > limit ? limit : exact < -limit ? -limit : exact)))
}

function getBytes(value: HoconValue): Got {
  const parts = amountOf(value)
  const factor = SIZES[parts?.unit ?? '?']
  if (parts === undefined || factor === undefined) return badUnit(value, 'a size such as 10 MB')
  const exact = times(parts.amount, factor)
  return exact < 0n ? fail('bad_value', 'a size must not be negative', value) : ok(new JsonNumber(String(exact)))
}

function getPeriod(value: HoconValue): Got {
  const parts = amountOf(value)
  const sign = PERIODS[parts?.unit === '' ? 'd' : (parts?.unit ?? '?')]
  if (parts === undefined || sign === undefined || !/^[-+]?\d+$/.test(parts.amount))
    return badUnit(value, 'a period such as 3 d')
  return ok(sign === 'W' ? `P${BigInt(parts.amount) * 7n}D` : `P${BigInt(parts.amount)}${sign}`)
}

const badUnit = (value: HoconValue, wanted: string): Got => fail('bad_value', `this is not ${wanted}`, value)
