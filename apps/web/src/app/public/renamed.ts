// Entries that got another name while a run is in view: the run tells of them by the names of then, the network by those of now.
import { create } from 'zustand'
import { useStudio } from './studio.ts'

/** The present name by the name of then; those that kept theirs are left out. */
export type Names = ReadonlyMap<string, string>

const NONE: Names = new Map()

/** The names after the entries went from one list to another. Only one entry that got a name no other had is a rename. */
export function followNames(names: Names, before: readonly string[], after: readonly string[]): Names {
  if (before.length !== after.length) return names
  const changed = before.flatMap((name, index) => (name === after[index] ? [] : [[name, after[index] ?? ''] as const]))
  const [from, to] = changed[0] ?? []
  if (from === undefined || to === undefined || changed.length > 1 || before.includes(to)) return names
  const next = new Map(names)
  const then = thenOf(names, from)
  if (then === to) next.delete(then)
  else next.set(then, to)
  return next
}

/** What an entry was called when the run began. */
export const thenOf = (names: Names, now: string): string => [...names].find(([, name]) => name === now)?.[0] ?? now

export const useRenamed = create<{ readonly names: Names }>(() => ({ names: NONE }))

useStudio.subscribe((now, before) => {
  const { names } = useRenamed.getState()
  if (now.run !== before.run || now.networkName !== before.networkName) {
    if (names.size > 0) useRenamed.setState({ names: NONE })
  } else if (now.run !== undefined && now.network !== before.network && now.network && before.network) {
    const list = ({ entries }: typeof now.network) => entries.map(({ name }) => name)
    const next = followNames(names, list(before.network), list(now.network))
    if (next !== names) useRenamed.setState({ names: next })
  }
})
