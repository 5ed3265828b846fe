import { existsSync, mkdirSync, mkdtempSync, renameSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A folder that is made once in a run of all tests, by the first of its processes that asks for it; the others wait. `make` gets
 * the path, where nothing is yet. Outside of such a run every call makes one of its own.
 */
export async function onceARun(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const shared = process.env.SLYGLASS_TEST_PROGRAMS
  const folder = join(shared ?? mkdtempSync(join(tmpdir(), `slyglass-${name}-`)), name)
  while (!existsSync(folder)) {
    const turn = `${folder}.turn`
    if (!takesTurn(turn)) await sleep(50)
    else
      try {
        if (existsSync(folder)) break
        const draft = `${folder}.draft-${process.pid}`
        await make(draft)
        renameSync(draft, folder)
      } finally {
        rmdirSync(turn)
      }
  }
  return folder
}

function takesTurn(turn: string): boolean {
  try {
    mkdirSync(turn)
    return true
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'EEXIST') return false
    throw fault
  }
}
