import { type ChildProcess, spawn } from 'node:child_process'
import { afterEach, describe, expect, test } from 'vitest'
import { killTree, listPrograms } from './process-tree.ts'
import { type TreeBreach, watchTree } from './watch-trees.ts'

const LIMITS = { processes: 3, memoryBytes: 2 ** 40 }

const started: ChildProcess[] = []
const unwatches: (() => void)[] = []

afterEach(() => {
  for (const stop of unwatches.splice(0)) stop()
  for (const { pid } of started.splice(0)) if (pid !== undefined) killTree(pid)
})

/** A shell that does what it is told, in a group of its own. */
function startShell() {
  const shell = spawn('sh', { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  started.push(shell)
  const start = (count: number) => shell.stdin?.write('sleep 60 &\n'.repeat(count))
  const watch = (limits = LIMITS) =>
    new Promise<TreeBreach>((resolve) => unwatches.push(watchTree(shell.pid ?? 0, limits, resolve)))
  return { pid: shell.pid ?? 0, start, watch }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe.runIf(process.platform === 'linux')('of programs that are watched', () => {
  test('whatever they start is counted', async () => {
    const { start, watch } = startShell()
    const breach = watch()
    await pause(500)
    start(5)
    expect(await breach).toMatchObject({ code: 'too-many-processes' })
  })

  test('what they started while only others were watched is counted as well', async () => {
    const [first, second] = [startShell(), startShell()]
    second.start(5)
    void first.watch()
    await pause(500)
    expect(await second.watch()).toMatchObject({ code: 'too-many-processes', message: expect.stringMatching(/had 6/) })
  })

  test('the others need not be read', () => {
    const pids = (but?: ReadonlySet<number>) => listPrograms(but).map(({ pid }) => pid)
    expect(pids()).toContain(process.pid)
    expect(pids(new Set([process.pid]))).not.toContain(process.pid)
  })
})
