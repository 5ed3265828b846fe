// Settings of private values that are read and not in force: whoever writes one must not rely on it.
import type { HoconObject } from '@slyglass/hocon'
import type { Diagnostic } from '../model.ts'
import { partOf, say } from '../say.ts'

const REPORTED =
  'is not in force: what a model request holds of private values is told in the trace, and the request is sent as it is'

/** Anything but `report` asks for more than is done. */
export function diagnoseSly(studio: HoconObject, entry: string | undefined): readonly Diagnostic[] {
  const sly = partOf(studio, 'sly')
  if (sly?.kind !== 'object') return []
  return [...sly.fields].flatMap(([key, { value, keys }]): readonly Diagnostic[] => {
    const isAsked =
      key === 'policy'
        ? value.kind === 'string' && (value.text === 'mask' || value.text === 'block')
        : (key === 'protect' || key === 'fill') && value.kind === 'list' && value.items.length > 0
    if (!isAsked) return []
    const written = key === 'policy' && value.kind === 'string' ? `policy = ${value.text}` : key
    const place = keys.at(-1) ?? value.origin.place
    return [say('warning', 'sly-not-in-force', `${written} ${REPORTED}`, place, entry)]
  })
}
