// Values by paths of keys and indexes.
import type { HoconValue } from '@slyglass/hocon'
import type { ValuePath } from '@slyglass/hocon/language'

export function valueAtPath(root: HoconValue, path: ValuePath): HoconValue | undefined {
  let at: HoconValue | undefined = root
  for (const part of path) {
    if (typeof part === 'string') at = at?.kind === 'object' ? at.fields.get(part)?.value : undefined
    else at = at?.kind === 'list' ? at.items[part] : undefined
  }
  return at
}
