// Limits on how many processes a host or program may have, and how much memory together. The system's own limit on processes
// does not bind root, and counts all of a user's; so they are counted here.
import { listPrograms, type SeenProgram, treeOf } from './process-tree.ts'

export interface TreeLimits {
  readonly processes: number
  readonly memoryBytes: number
}

/** What was broken, in words and as a code. */
export interface TreeBreach {
  readonly code: 'too-many-processes' | 'memory'
  readonly message: string
}

/** The tree of one program, watched for as long as something goes on in it. Linux only; elsewhere nothing is watched. */
export class TreeWatch {
  readonly root: number
  readonly limits: TreeLimits
  readonly onBreach: (breach: TreeBreach) => void
  /** It is looked at from then on. */
  dueAt = 0

  /** `onBreach` ends the watch. */
  constructor(root: number, limits: TreeLimits, onBreach: (breach: TreeBreach) => void) {
    this.root = root
    this.limits = limits
    this.onBreach = onBreach
  }

  begin(now: number): void {
    this.dueAt = now + FIRST_MS
    watched.add(this)
    if (strangers.has(this.root)) strangers.clear()
    if (timer !== undefined || process.platform !== 'linux') return
    timer = setInterval(look, FIRST_MS)
    timer.unref()
  }

  end(): void {
    watched.delete(this)
  }
}

const EVERY_MS = 200
/** So long nothing is looked at for: most calls are over before. */
const FIRST_MS = 100
/** A number of a program that has ended may be given again, to one that is watched. */
const STRANGE_MS = 2_000
const watched = new Set<TreeWatch>()
/** Programs of which none is watched. They stay so: nobody gets into a tree but by being started in it. */
const strangers = new Set<number>()
let strangersUntil = 0
let timer: NodeJS.Timeout | undefined

/** Calls `onBreach` once. The answer ends the watch. Linux only; elsewhere nothing is watched. */
export function watchTree(root: number, limits: TreeLimits, onBreach: (breach: TreeBreach) => void): () => void {
  const watch = new TreeWatch(root, limits, onBreach)
  watch.begin(performance.now())
  return () => watch.end()
}

/** The clock goes on until it finds nobody: to stop and start it with each call costs more than to look at it. */
function look(): void {
  const now = performance.now()
  const due = [...watched].filter(({ dueAt }) => dueAt <= now)
  if (watched.size === 0) {
    clearInterval(timer)
    timer = undefined
  }
  if (due.length === 0) return
  const trees = lookAtAll(now)
  for (const one of due) {
    // The clock is never exact.
    one.dueAt = now + EVERY_MS - FIRST_MS / 2
    const breach = breachOf(trees.get(one) ?? [], one.limits)
    if (breach === undefined || !watched.has(one)) continue
    one.end()
    one.onBreach(breach)
  }
}

/** The trees of all that are watched. Most programs of a machine are in none, and reading of each is what costs. */
function lookAtAll(now: number): ReadonlyMap<TreeWatch, readonly SeenProgram[]> {
  if (now >= strangersUntil) {
    strangers.clear()
    strangersUntil = now + STRANGE_MS
  }
  const programs = listPrograms(strangers)
  const trees = new Map([...watched].map((one) => [one, treeOf(programs, one.root)]))
  for (const { pid } of programs) strangers.add(pid)
  for (const { pid } of [...trees.values()].flat()) strangers.delete(pid)
  return trees
}

function breachOf(tree: readonly SeenProgram[], limits: TreeLimits): TreeBreach | undefined {
  if (tree.length > limits.processes) {
    const message = `was ended: it had ${tree.length} processes at once; ${limits.processes} are allowed`
    return { code: 'too-many-processes', message }
  }
  const bytes = tree.reduce((sum, { residentBytes }) => sum + residentBytes, 0)
  if (bytes <= limits.memoryBytes) return undefined
  const megabytes = (count: number) => `${Math.round(count / 1024 ** 2).toLocaleString('en')} MB`
  const message = `was ended: its processes held ${megabytes(bytes)} together; ${megabytes(limits.memoryBytes)} are allowed`
  return { code: 'memory', message }
}
