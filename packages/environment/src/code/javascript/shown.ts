// What `print` and `console.log` make of values.
import { printJson } from '@slyglass/base'
import { toTotalJson } from '../../typescript-host/values.ts'

export function shown(part: unknown): string {
  if (typeof part === 'string') return part
  if (part instanceof Error) return `${part.name}: ${part.message}`
  if (typeof part !== 'object' || part === null) return String(part)
  try {
    return printJson(toTotalJson(plain(part)))
  } catch {
    return String(part)
  }
}

/** Sets as lists and maps as objects: JSON has neither. */
function plain(value: object): unknown {
  if (value instanceof Set) return [...value]
  if (value instanceof Map) return Object.fromEntries(value)
  return value
}
