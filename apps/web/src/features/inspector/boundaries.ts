import { crossKeys, type Entry } from '@slyglass/network'
import { BACK, OUT, peersOf, UP } from '../../app/public/crossings.ts'

/** One boundary of an entry, as the inspector tells it. */
export interface Boundary {
  readonly title: string
  readonly direction: 'out' | 'in'
  readonly passed: readonly { readonly key: string; readonly as: string }[]
  readonly withheld: readonly string[]
  readonly rule?: string | undefined
  /** What optional slots of the rule would name; they are empty now. */
  readonly unset: readonly string[]
}

export function boundariesOf(entry: Entry, keys: readonly string[]): readonly Boundary[] {
  const cross = (title: string, direction: 'out' | 'in', paths: readonly string[]): Boundary => {
    const crossed = crossKeys(entry.allow, paths, keys)
    const slots = entry.optionalKeys?.filter(({ rule }) => rule === crossed.rule) ?? []
    return { title, direction, ...crossed, unset: slots.map(({ name }) => name) }
  }
  return [
    ...(entry.isFrontMan ? [cross('To the client', 'out', UP)] : []),
    ...peersOf(entry).flatMap((peer) => [cross(`To ${peer}`, 'out', OUT), cross(`Back from ${peer}`, 'in', BACK)]),
  ]
}
