// The end of an interpreter and of all that its code has started, whatever that thinks of signals and groups.
import { setTimeout as pause } from 'node:timers/promises'
import { listPrograms, readProc, type SeenProgram, treeOf } from '../../sandbox/process-tree.ts'

/** Every program that code starts inherits it, unless it takes pains not to. */
export const MARK = 'SLYGLASS_CELL'

const ROUNDS = 100
const WAIT_MS = 10

/**
 * Resolves when nothing is left that can be found: descendants of `root` (which adopts orphans), its process group, and programs
 * with the mark in their variables. The root is held still meanwhile, and goes last, so that nobody gets away from below it.
 */
export async function endEverything(root: number, mark: string, isEnclosed: boolean): Promise<void> {
  if (isEnclosed) return endEnclosure(root)
  send(root, 'SIGSTOP')
  for (let round = 0; round < ROUNDS; round += 1) {
    const left = belongingTo(root, mark).filter(({ pid }) => pid !== root)
    if (left.length === 0) break
    for (const { pid } of left) send(pid, 'SIGKILL')
    if (round > 0) await pause(WAIT_MS)
  }
  send(-root, 'SIGKILL')
  send(root, 'SIGKILL')
}

/** The kernel ends all that is in a process namespace with the first one in it. */
async function endEnclosure(root: number): Promise<void> {
  const inside = treeOf(listPrograms(), root)
  send(-root, 'SIGKILL')
  for (const { pid } of inside) send(pid, 'SIGKILL')
  for (let round = 0; round < ROUNDS; round += 1) {
    const alive = new Set(listPrograms().map(({ pid, started }) => `${pid} ${started}`))
    if (!inside.some(({ pid, started }) => alive.has(`${pid} ${started}`))) return
    await pause(WAIT_MS)
  }
}

function belongingTo(root: number, mark: string): readonly SeenProgram[] {
  const programs = listPrograms()
  const tree = new Set(treeOf(programs, root))
  const marked = (pid: number) => readProc(`/proc/${pid}/environ`).split('\0').includes(`${MARK}=${mark}`)
  return programs.filter((program) => tree.has(program) || marked(program.pid))
}

function send(pid: number, signal: 'SIGSTOP' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended in the meantime.
  }
}
