// Numbers keep their digits. The Python loader reads them as int or float and prints them its own way.
import { JsonNumber } from '@slyglass/base'

/** What a number token of the reference's grammar is worth: JSON, text (beyond 64 bits), or nothing JSON can say. */
export function specNumber(text: string): JsonNumber | string | undefined {
  if (/^-?\d+$/.test(text)) {
    const whole = BigInt(text)
    if (whole < -(2n ** 63n) || whole >= 2n ** 63n) return text
    return new JsonNumber(text === '-0' ? '-0' : String(whole))
  }
  if (!Number.isFinite(Number(text))) return undefined
  return new JsonNumber(tidy(text))
}

// JSON allows neither leading zeros, nor a dot without digits on both sides.
function tidy(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = ''] = /^(-?)(\d*)(?:\.(\d*))?(.*)$/.exec(text) ?? []
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return sign + digits + (fraction === '' ? '' : `.${fraction}`) + exponent
}

/** A number as Python prints it; undefined when it is infinite. */
export function pythonNumber(text: string): string | undefined {
  if (/^[+-]?\d+$/.test(text)) return String(BigInt(text.replace(/^\+/, '')))
  const value = Number(text)
  return Number.isFinite(value) ? pythonFloat(value) : undefined
}

function pythonFloat(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  const [mantissa = '', power = '0'] = value.toExponential().split('e')
  const exponent = Number(power)
  if (exponent < -4 || exponent >= 16) {
    const size = Math.abs(exponent).toString().padStart(2, '0')
    return `${mantissa}e${exponent < 0 ? '-' : '+'}${size}`
  }
  const plain = plainDigits(mantissa, exponent)
  return plain.includes('.') ? plain : `${plain}.0`
}

function plainDigits(mantissa: string, exponent: number): string {
  const sign = mantissa.startsWith('-') ? '-' : ''
  const digits = mantissa.replace(/[-.]/g, '')
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0')
  const fraction = digits.slice(exponent + 1)
  return sign + whole + (fraction === '' ? '' : `.${fraction}`)
}
