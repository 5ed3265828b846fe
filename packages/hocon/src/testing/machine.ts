// What figures need of the machine: a collected heap, and another program on the same files.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes in use after everything that is not needed is collected. */
export function heapInUse(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}

/** Runs a program to its end; gives what it printed, or why it failed. */
export function runProgram(
  program: string,
  ...args: readonly string[]
): { readonly out: string; readonly fault?: string } {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', timeout: 300_000 })
  if (error !== undefined) return { out: '', fault: error.message }
  return status === 0 ? { out: stdout } : { out: stdout, fault: stderr.slice(-200) }
}

/** A jar in the local folder of Maven; undefined when it is not there. */
export function jarOfMaven(artifact: string, version: string): string | undefined {
  const path = join(homedir(), '.m2/repository', artifact, version, `${artifact.split('/').at(-1)}-${version}.jar`)
  return existsSync(path) ? path : undefined
}
