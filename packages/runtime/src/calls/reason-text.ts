import { parseJson } from '@slyglass/base'

/** A reason that a tool told is kept in its debug form; a text is told without quotes. */
export function reasonText(reason: string): string {
  const read = parseJson(reason)
  return read.ok && typeof read.value === 'string' ? read.value : reason
}
