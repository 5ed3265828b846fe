// Where every value of an evaluated document comes from, as a flat list.
import type { Place } from './diagnostic.ts'
import { printPath } from './path.ts'
import type { HoconValue, Origin, TextPiece } from './value.ts'

/** A value that holds no others, and where it comes from. */
export interface ValueOrigin {
  /** Keys, and indexes of lists. */
  readonly path: readonly (string | number)[]
  /** The path as a person would write it: `tools[0].name`. */
  readonly name: string
  readonly value: HoconValue
  readonly origin: Origin
  /** Every place where its key is written, oldest first; the last one that is no object wins. */
  readonly definitions: readonly Place[]
  /** The parts of a joined text; empty when the value is written in one piece. */
  readonly pieces: readonly TextPiece[]
}

/** All texts, numbers, flags and nulls of a value, and its empty lists and objects, in the order of the document. */
export function originsOf(value: HoconValue): readonly ValueOrigin[] {
  const found: ValueOrigin[] = []
  collect(value, [], [], found)
  return found
}

function collect(
  value: HoconValue,
  path: ValueOrigin['path'],
  definitions: readonly Place[],
  found: ValueOrigin[],
): void {
  if (value.kind === 'list' && value.items.length > 0) {
    value.items.forEach((item, index) => {
      collect(item, [...path, index], [], found)
    })
  } else if (value.kind === 'object' && value.fields.size > 0) {
    for (const [key, field] of value.fields) collect(field.value, [...path, key], field.keys, found)
  } else {
    const pieces = value.kind === 'string' && value.pieces.length > 1 ? value.pieces : []
    found.push({ path, name: printValuePath(path), value, origin: value.origin, definitions, pieces })
  }
}

/** A path of keys and indexes as a person would write it: `servers[0]."a.b"`. */
export function printValuePath(path: ValueOrigin['path']): string {
  let printed = ''
  for (const part of path) {
    if (typeof part === 'number') printed += `[${part}]`
    else printed += (printed === '' ? '' : '.') + printPath([part])
  }
  return printed
}
