import { printJson } from '@slyglass/base'
import { lastAnchor } from './select-tape.ts'
import type { TapeContent, TapeEntry } from './tape-entry.ts'

/** Which entries are looked for. Without kinds those that were said. */
export interface TapeQuery {
  readonly text: string
  readonly kinds?: readonly TapeContent['kind'][]
  readonly limit?: number
  /** Milliseconds since 1970, both included. */
  readonly from?: number
  readonly to?: number
}

/** A tape in numbers. */
export interface TapeInfo {
  readonly entries: number
  readonly anchors: number
  readonly lastAnchor: string
  readonly entriesSinceLastAnchor: number
}

const SAID: readonly TapeContent['kind'][] = ['message', 'tool_result']
const MOST = 20

/** The entries that hold a text, in any case of letters, newest first. */
export function searchTape(tape: readonly TapeEntry[], query: TapeQuery): readonly TapeEntry[] {
  const { kinds = SAID, limit = MOST, from = 0, to = Number.POSITIVE_INFINITY } = query
  const wanted = query.text.toLowerCase()
  const fits = (entry: TapeEntry) =>
    kinds.includes(entry.kind) && entry.at >= from && entry.at <= to && textOf(entry).toLowerCase().includes(wanted)
  return tape.filter(fits).reverse().slice(0, limit)
}

/** What a person or a search reads of an entry. */
export function textOf(entry: TapeEntry): string {
  switch (entry.kind) {
    case 'anchor':
      return `${entry.name} ${printJson(entry.state, 'python-unicode')}`
    case 'event':
      return `${entry.name} ${printJson(entry.data, 'python-unicode')}`
    case 'message':
      return entry.text
    case 'tool_call':
      return [entry.text, ...entry.calls.map(({ tool, args }) => `${tool} ${args}`)]
        .filter((part) => part !== '')
        .join('\n')
    case 'tool_result':
      return entry.results.map(({ text }) => text).join('\n')
  }
}

/** How long a tape is and where its newest anchor stands. */
export function infoOf(tape: readonly TapeEntry[]): TapeInfo {
  const last = lastAnchor(tape)
  return {
    entries: tape.length,
    anchors: tape.filter(({ kind }) => kind === 'anchor').length,
    lastAnchor: last?.name ?? '',
    entriesSinceLastAnchor: last === undefined ? tape.length : tape.length - last.id,
  }
}
