// The date and time in a zone, as text.
import { JsonNumber, jsonAt } from '@slyglass/base'
import { type BuiltInCall, type BuiltInEnd, done, failed, textArg } from './built-in-tool.ts'

/** `now` is milliseconds since 1970. */
export function currentDateTime({ args }: Pick<BuiltInCall, 'args'>, now: number): BuiltInEnd {
  const offset = jsonAt(args, 'utc_offset')
  if (offset instanceof JsonNumber) {
    const hours = offset.toNumber()
    if (!(hours >= -24 && hours <= 24)) return failed('utc_offset must be between -24 and 24', 'validation')
    return done(inOffset(now, hours))
  }
  const zone = textArg(args, 'iana_timezone')
  if (zone === undefined || zone === '') return done(`${inOffset(now, 0)} (UTC)`)
  const hours = offsetOf(now, zone)
  if (hours === undefined)
    return failed(`${zone} is no time zone that is known here, such as Europe/Berlin`, 'validation')
  return done(`${inOffset(now, hours)} (${zone})`)
}

function inOffset(now: number, hours: number): string {
  const minutes = Math.round(Math.abs(hours) * 60)
  const two = (number: number) => String(number).padStart(2, '0')
  const shifted = new Date(now + Math.sign(hours) * minutes * 60_000)
  return `${shifted.toISOString().slice(0, 19)}${hours < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** Hours that a zone is ahead of UTC at a moment. */
function offsetOf(now: number, zone: string): number | undefined {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    const name = format.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
    const [, sign, hours, minutes] = /([+-])(\d+)(?::(\d+))?/.exec(name) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) + Number(minutes ?? 0) / 60)
  } catch {
    return undefined
  }
}
