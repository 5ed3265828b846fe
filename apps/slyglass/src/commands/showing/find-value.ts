import { err, ok, type Result } from '@slyglass/base'
import { type HoconValue, pathOfText, type ValueOrigin, valueAt } from '@slyglass/hocon'
import { nearNames } from '@slyglass/network'
import { type CommandFault, problem, wrongUse } from '../reading/fault.ts'

/** A value, and the way to it. */
export interface FoundValue {
  readonly value: HoconValue
  readonly path: ValueOrigin['path']
}

/** The value at a path of keys; items of lists are `.0` or `[0]`. */
export function findValue(root: HoconValue, text: string): Result<FoundValue, CommandFault> {
  const keys = pathOfText(withDots(text))
  if (typeof keys === 'string')
    return err(wrongUse(`${text} is no path. Write it as a.b[0].c, and odd keys in double quotes.`))
  const path: (string | number)[] = []
  let value = root
  for (const key of keys) {
    const isIndex = value.kind === 'list' && /^\d+$/.test(key)
    const next = value.kind === 'list' && isIndex ? value.items[Number(key)] : valueAt(value, key)
    if (next === undefined) return err(problem(`There is no ${text}.${hintFor(value, key)}`))
    path.push(isIndex ? Number(key) : key)
    value = next
  }
  return ok({ value, path })
}

function withDots(path: string): string {
  const dotted = path.replace(/"[^"]*"|\[(\d+)\]/g, (whole, index?: string) =>
    index === undefined ? whole : `.${index}`,
  )
  return dotted.replace(/^\./, '')
}

function hintFor(at: HoconValue, key: string): string {
  if (at.kind === 'list') return ` The list before it has ${at.items.length} items, counted from 0.`
  if (at.kind !== 'object') return ''
  const near = nearNames(key, [...at.fields.keys()])
  return near.length === 0 ? '' : ` Near names: ${near.join(', ')}.`
}
