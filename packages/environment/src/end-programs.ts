// Programs that a stopped call left behind. Ending the call does not end what it has started.
import { readdirSync, readFileSync } from 'node:fs'

interface Program {
  readonly pid: number
  readonly parent: number
  /** Seconds since the system started. */
  readonly started: number
}

/** Ticks of the clock in /proc; Linux shows it to programs at this rate whatever its own is. */
const TICKS_PER_SECOND = 100

/** /proc counts in hundredths of a second. A host is up for longer than this before its first call. */
const SLACK_SECONDS = 0.03

/** Kills all that descends from `host` and was started in the last `ms`. Linux only; elsewhere they end with the host. */
export function endPrograms(host: number, ms: number): void {
  if (process.platform !== 'linux') return
  const programs = listPrograms()
  const since = uptime() - ms / 1000 - SLACK_SECONDS
  for (const { pid, started } of descendants(programs, host)) {
    if (started < since) continue
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended in the meantime.
    }
  }
}

function descendants(programs: readonly Program[], host: number): readonly Program[] {
  const below = programs.filter(({ parent }) => parent === host)
  return below.flatMap((program) => [program, ...descendants(programs, program.pid)])
}

function listPrograms(): readonly Program[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = read(`/proc/${name}/stat`)
      // The name of the program stands in parentheses and may hold anything.
      const [, parent, , , , , , , , , , , , , , , , , , started] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return started === undefined
        ? []
        : [{ pid: Number(name), parent: Number(parent), started: Number(started) / TICKS_PER_SECOND }]
    })
}

function uptime(): number {
  return Number(read('/proc/uptime').split(' ')[0])
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
