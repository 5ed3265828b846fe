// Schedules as cron writes them: minute, hour, day of the month, month, day of the week, and seconds as a sixth field.

/** A moment by the clock on the wall. */
export interface Moment {
  readonly second: number
  readonly minute: number
  readonly hour: number
  readonly day: number
  /** January is 1. */
  readonly month: number
  /** Sunday is 0. */
  readonly weekday: number
}

/** A schedule that can be asked. */
export interface Schedule {
  includes(moment: Moment): boolean
}

interface Field {
  readonly values: ReadonlySet<number>
  readonly isAny: boolean
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** Reads a schedule of five or six fields; undefined when it is none. Without seconds it means the beginning of a minute. */
export function readSchedule(text: string, secondsFirst = false): Schedule | undefined {
  const words = text.trim().split(/\s+/)
  if (words.length !== 5 && words.length !== 6) return undefined
  const [seconds = '0', ...rest] =
    words.length === 5 ? ['0', ...words] : secondsFirst ? words : [words[5], ...words.slice(0, 5)]
  const [minutes = '', hours = '', days = '', months = '', weekdays = ''] = rest
  const second = readField(seconds, 0, 59)
  const minute = readField(minutes, 0, 59)
  const hour = readField(hours, 0, 23)
  const day = readField(days, 1, 31)
  const month = readField(named(months, MONTHS, 1), 1, 12)
  const weekday = readField(named(weekdays, DAYS, 0), 0, 7)
  if (!second || !minute || !hour || !day || !month || !weekday) return undefined
  return {
    includes(moment) {
      const onTime =
        second.values.has(moment.second) && minute.values.has(moment.minute) && hour.values.has(moment.hour)
      return onTime && month.values.has(moment.month) && isDay({ day, weekday }, moment)
    },
  }
}

/** Where both kinds of day are limited, either will do. */
function isDay({ day, weekday }: { readonly day: Field; readonly weekday: Field }, moment: Moment): boolean {
  const [byMonth, byWeek] = [day.values.has(moment.day), weekday.values.has(moment.weekday % 7)]
  return day.isAny || weekday.isAny ? byMonth && byWeek : byMonth || byWeek
}

function named(text: string, names: readonly string[], first: number): string {
  return text.replace(/[a-z]+/gi, (word) => {
    const place = names.indexOf(word.toLowerCase())
    return place < 0 ? word : String(place + first)
  })
}

function readField(text: string, least: number, most: number): Field | undefined {
  const values = new Set<number>()
  for (const part of text.split(',')) {
    const [, range = '', step = '1'] = /^(\*|\?|\d+(?:-\d+)?)(?:\/(\d+))?$/.exec(part) ?? []
    const [from, to] = boundsOf(range, part.includes('/'), { least, most })
    if (range === '' || Number(step) < 1 || from < least || to > most || from > to) return undefined
    for (let value = from; value <= to; value += Number(step)) values.add(most === 7 ? value % 7 : value)
  }
  return { values, isAny: /^[*?]$/.test(text) }
}

function boundsOf(
  range: string,
  stepped: boolean,
  { least, most }: { readonly least: number; readonly most: number },
): readonly [number, number] {
  if (range === '*' || range === '?') return [least, most === 7 ? 6 : most]
  const [from = '', to] = range.split('-')
  return [Number(from), to === undefined ? (stepped ? most : Number(from)) : Number(to)]
}
