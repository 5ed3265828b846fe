// While a text is broken, entries that can be read are shown as they are now, and only the others as they last were.
import type { Diagnostic, Entry, Network } from '@slyglass/network'

export interface KeptNetwork {
  readonly network: Network
  /** Names of the entries that are shown as they last were. */
  readonly staleEntries: ReadonlySet<string>
}

/** `now` was read from a broken text; `last` is what was shown before, if anything was. */
export function keepUnreadable(now: Network, last: Network | undefined): KeptNetwork {
  const isBroken = brokenIn(now)
  const lost = new Map(last?.entries.map((entry) => [entry.name, entry]))
  for (const entry of now.entries) if (!isBroken(entry)) lost.delete(entry.name)
  const stale = new Map<string, Entry>()
  const entries = now.entries.map((entry): Entry => {
    if (!isBroken(entry)) return entry
    const before = lost.get(entry.name) ?? [...lost.values()].find(({ index }) => index === entry.index)
    if (before !== undefined) lost.delete(before.name)
    const kept = before ?? entry
    stale.set(kept.name, kept)
    return kept
  })
  for (const entry of lost.values()) stale.set(entry.name, entry)
  const all = unique([...entries, ...lost.values()])
  const front = frontManOf(now, last, stale)
  const network: Network = {
    ...now,
    entries: all.map((entry) =>
      entry.isFrontMan && entry.name !== front?.name ? { ...entry, isFrontMan: false } : entry,
    ),
    edges: edgesOf(now, last, all, stale),
  }
  const { frontMan: _, ...rest } = network
  return { network: front === undefined ? rest : { ...rest, frontMan: front }, staleEntries: new Set(stale.keys()) }
}

/** True when some of the text could not be made sense of. */
export function isPartlyRead({ diagnostics, entries }: Network): boolean {
  return diagnostics.some(isFault) || entries.some(({ name }) => name === '')
}

// A value that is not typed yet takes the line below it along: what they make together is no value.
const isFault = ({ code }: Diagnostic): boolean => code.startsWith('syntax-') || code === 'mixed-join'

/** Tells entries whose text holds a fault, or that have no name yet. */
function brokenIn({ diagnostics, entries }: Network): (entry: Entry) => boolean {
  const faults = diagnostics.filter(isFault).map(({ at }) => at)
  const strays = diagnostics.filter(({ code }) => code === 'syntax-stray-closer')
  const behind = new Set(strays.map(({ at }) => entryBefore(entries, at)))
  return (entry) =>
    entry.name === '' ||
    behind.has(entry) ||
    faults.some(({ doc, from, to }) => doc === entry.at.doc && from < entry.at.to && to > entry.at.from)
}

/** A brace too many stands behind the entry that it was meant for. */
function entryBefore(entries: readonly Entry[], { doc, from }: Diagnostic['at']): Entry | undefined {
  return entries.findLast(({ at }) => at.doc === doc && at.to <= from)
}

const unique = (entries: readonly Entry[]): readonly Entry[] =>
  entries.filter((entry, index) => entries.findIndex(({ name }) => name === entry.name) === index)

function frontManOf(now: Network, last: Network | undefined, stale: ReadonlyMap<string, Entry>): Entry | undefined {
  const before = last?.frontMan
  return before !== undefined && stale.has(before.name) ? before : now.frontMan
}

/** Each entry's own edges, from the reading that it is shown from. */
function edgesOf(
  now: Network,
  last: Network | undefined,
  entries: readonly Entry[],
  stale: ReadonlyMap<string, Entry>,
): Network['edges'] {
  const names = new Set(entries.map(({ name }) => name))
  return entries.flatMap(({ name }) => {
    const source = stale.has(name) && last?.entries.some((entry) => entry.name === name) === true ? last : now
    return source.edges
      .filter(({ from }) => from === name)
      .map((edge) => (edge.target === 'missing' && names.has(edge.to) ? { ...edge, target: 'entry' as const } : edge))
  })
}
