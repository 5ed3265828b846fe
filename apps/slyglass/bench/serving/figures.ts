// What a process and its children used, as Linux counts it.
import { readdirSync, readFileSync } from 'node:fs'

/** CPU in milliseconds and resident memory in megabytes. */
export interface Figures {
  readonly cpuMs: number
  readonly memoryMb: number
  /** Names of the processes that were counted. */
  readonly processes: readonly string[]
}

const TICK_MS = 10
const PAGE_MB = 4096 / 1024 / 1024

interface Stat {
  readonly name: string
  readonly parent: number
  readonly cpuMs: number
  readonly memoryMb: number
}

/** Undefined where there is no `/proc`. Children that have ended are counted with their parent, if that waited for them. */
export function figuresOf(pid: number): Figures | undefined {
  const all = readAll()
  if (all.size === 0) return undefined
  const family = [...all].filter(([one]) => isBelow(one, pid, all)).map(([, stat]) => stat)
  const sum = (read: (stat: Stat) => number) => family.reduce((total, stat) => total + read(stat), 0)
  return {
    cpuMs: sum((stat) => stat.cpuMs),
    memoryMb: sum((stat) => stat.memoryMb),
    processes: family.map(({ name }) => name),
  }
}

/**
 * CPU between two readings; undefined when a process has ended in between. What is enclosed is killed with its parents, so nobody
 * waits for it, and all that it ever used is gone from the second reading.
 */
export function cpuBetween(before: Figures, after: Figures): number | undefined {
  const left = new Set(after.processes)
  return before.processes.every((one) => left.has(one)) ? after.cpuMs - before.cpuMs : undefined
}

function isBelow(pid: number, ancestor: number, all: ReadonlyMap<number, Stat>): boolean {
  if (pid === ancestor) return true
  const parent = all.get(pid)?.parent ?? 0
  return parent > 1 && isBelow(parent, ancestor, all)
}

function readAll(): ReadonlyMap<number, Stat> {
  const stats = new Map<number, Stat>()
  const pids = (() => {
    try {
      return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    } catch {
      return []
    }
  })()
  for (const pid of pids) {
    const stat = readStat(pid)
    if (stat !== undefined) stats.set(Number(pid), stat)
  }
  return stats
}

function readStat(pid: string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const at = (index: number) => fields[index] ?? 0
    // Own user and system time, and that of ended children.
    const ticks = at(11) + at(12) + at(13) + at(14)
    // Numbers of processes are given again; the time of a start tells them apart.
    return { name: `${pid} ${at(19)}`, parent: at(1), cpuMs: ticks * TICK_MS, memoryMb: at(21) * PAGE_MB }
  } catch {
    return undefined
  }
}
