// Processes as Linux tells of them in /proc. Elsewhere nothing is known.
import { readdirSync, readFileSync } from 'node:fs'

export interface SeenProgram {
  readonly pid: number
  readonly parent: number
  readonly group: number
  /** Seconds since the system started. */
  readonly started: number
  readonly residentBytes: number
}

/** Ticks of the clock in /proc; Linux shows it to programs at this rate whatever its own is. */
const TICKS_PER_SECOND = 100
const PAGE_BYTES = 4096
const NOBODY: ReadonlySet<number> = new Set()

/** All programs of this machine that may be seen, `but` those of which nothing is to be read. */
export function listPrograms(but: ReadonlySet<number> = NOBODY): readonly SeenProgram[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && !but.has(Number(name)))
    .flatMap((name) => {
      const stat = readProc(`/proc/${name}/stat`)
      // The name of the program stands in parentheses and may hold anything.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (fields.length < 22) return []
      const [state, parent, group] = fields
      if (state === 'Z') return []
      const [started, pages] = [Number(fields[19]), Number(fields[21])]
      return [
        {
          pid: Number(name),
          parent: Number(parent),
          group: Number(group),
          started: started / TICKS_PER_SECOND,
          residentBytes: pages * PAGE_BYTES,
        },
      ]
    })
}

/** The program itself, all that descends from it, and what is in its process group. */
export function treeOf(programs: readonly SeenProgram[], root: number): readonly SeenProgram[] {
  const byParent = new Map<number, SeenProgram[]>()
  for (const program of programs) {
    const siblings = byParent.get(program.parent)
    if (siblings === undefined) byParent.set(program.parent, [program])
    else siblings.push(program)
  }
  const tree = new Map(programs.filter(({ pid, group }) => pid === root || group === root).map((one) => [one.pid, one]))
  const open = [root, ...tree.keys()]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const child of byParent.get(next) ?? []) {
      if (tree.has(child.pid)) continue
      tree.set(child.pid, child)
      open.push(child.pid)
    }
  }
  return [...tree.values()]
}

/** Ends a program and all that belongs to it, whatever it thinks of signals. */
export function killTree(root: number): void {
  // Looked at before: whoever left the group is found by its parents only while they live.
  const members = treeOf(listPrograms(), root)
  send(-root)
  for (const { pid } of members) send(pid)
}

function send(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended in the meantime.
  }
}

export function readProc(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
