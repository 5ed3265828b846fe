// How fast calls are meant to be: `target_ms` and `max_ms` of each tool, as the network says them now.
import { type Network, readStudio, studioOf } from '@slyglass/network'
import type { TraceRow } from './trace-rows.ts'
import { attemptsOf } from './trace-rows.ts'

export interface Pace {
  readonly targetMs: number
  readonly maxMs: number
}

export type Paces = ReadonlyMap<string, Pace>

export const USUAL: Pace = readStudio(new Map()).tool

export function pacesOf(network: Network | undefined): Paces {
  const entries = network?.entries ?? []
  return new Map(
    entries.flatMap((entry) => {
      const tool = network === undefined ? undefined : studioOf(network, entry)?.tool
      return tool === undefined ? [] : [[entry.name, tool] as const]
    }),
  )
}

/** How long a tool itself worked, without the time in which a person was asked; undefined for what is no tool. */
export function workedFor(row: TraceRow): number | undefined {
  if (row.kind !== 'tool' || row.toolKind === 'agent' || row.toolKind === 'network') return undefined
  const tries = attemptsOf(row)
  const [first, last] = [tries[0], tries.at(-1)]
  return first === undefined || last?.finishedAt === undefined ? undefined : last.finishedAt - first.startedAt
}

export type Speed = 'fine' | 'slow' | 'very slow'

export function speedOf(ms: number | undefined, pace: Pace = USUAL): Speed {
  if (ms === undefined || ms <= pace.targetMs) return 'fine'
  return ms > pace.maxMs ? 'very slow' : 'slow'
}
