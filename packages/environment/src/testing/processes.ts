// Processes and threads as the system sees them (Linux), for tests that prove an end.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** A process: its id, parent, threads and command line. */
export interface SeenProcess {
  readonly pid: number
  readonly parent: number
  readonly threads: number
  readonly command: string
}

/** Every live process of this machine whose command line or working folder holds `mark`. */
export function processesWith(mark: string): readonly SeenProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => see(name))
    .filter((seen) => seen.mark.includes(mark))
}

function see(pid: string): readonly (SeenProcess & { readonly mark: string })[] {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z') return []
    const threads = readdirSync(`/proc/${pid}/task`).length
    const folder = readlinkSync(`/proc/${pid}/cwd`)
    return [{ pid: Number(pid), parent: Number(parent), threads, command, mark: `${command} ${folder}` }]
  } catch {
    return []
  }
}

/** Asks until `isTrue`, at most `ms`; answers whether it came true. */
export async function comesTrue(isTrue: () => boolean, ms = 120_000): Promise<boolean> {
  const end = Date.now() + ms
  while (Date.now() < end) {
    if (isTrue()) return true
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return isTrue()
}
