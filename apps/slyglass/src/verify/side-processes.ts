// Further processes of a recording: another neuro-san server, which is played by `slyglass serve`, or a program of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from '../workspace/project-env.ts'
import type { SideProcess } from './recording.ts'

/** What side processes are started with. */
export interface SideOptions {
  /** Working directory. */
  readonly folder: string
  /** A folder that is emptied afterwards. */
  readonly scratch: string
  /** The environment of the recorded server. */
  readonly env: Environment
  /** Ports that they may listen on. */
  readonly ports: readonly number[]
  /** Words that start this program. */
  readonly slyglass: readonly string[]
  /** An interpreter with the packages that recordings import. */
  readonly python: string
}

/** Processes that run. */
export interface Sides {
  end(): Promise<void>
}

/** Starts all of them and waits until what listens can be asked. */
export async function startSides(processes: readonly SideProcess[], options: SideOptions): Promise<Sides> {
  if (processes.length === 0) return { end: async () => undefined }
  const python = await writeStandIn(options)
  const children = processes.map(({ command, env = {} }) => {
    const words = command.map((word) => word.replace('$PYTHON', python).replace('$NODE', process.execPath))
    return startOne(words, { ...options, env: { ...options.env, ...environmentOfSides(options), ...env } })
  })
  const patience = Math.max(...processes.map(({ wait_ms = 0 }) => wait_ms)) * PATIENCE
  await Promise.all(options.ports.map((port) => untilListening(port, Date.now() + patience)))
  return { end: async () => void (await Promise.all(children.map(endOne))) }
}

/** How often the recorded wait may be needed on a slow machine. */
const PATIENCE = 4

/** A server of its own has data of its own, and its tools note what they receive outside of the project. */
function environmentOfSides({ scratch }: SideOptions): Readonly<Record<string, string>> {
  return { SLYGLASS_HOME: join(scratch, 'side-data'), SLYGLASS_ISOLATION: 'off', PYTHONDONTWRITEBYTECODE: '1' }
}

const SERVER_MODULE = 'neuro_san.service.main_loop.server_main_loop'

/** A `python` that is the interpreter, but for neuro-san's server: that is this program. */
async function writeStandIn({ scratch, slyglass, python }: SideOptions): Promise<string> {
  const file = join(scratch, 'python')
  const lines = [
    '#!/bin/sh',
    `if [ "$1 $2" = "-m ${SERVER_MODULE}" ]; then shift 2; exec ${slyglass.map(quoted).join(' ')} serve . "$@"; fi`,
    `exec ${quoted(python)} "$@"`,
  ]
  await writeFile(file, `${lines.join('\n')}\n`)
  await chmod(file, 0o700)
  return file
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

function startOne([program = '', ...words]: readonly string[], { folder, env }: SideOptions): ChildProcess {
  // A group of its own: what a shell has started ends with it.
  const child = spawn(program, words, { cwd: folder, env: { ...env }, stdio: 'ignore', detached: true })
  child.once('error', () => undefined)
  return child
}

const GRACE_MS = 5_000

async function endOne(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  signal(child.pid, 'SIGTERM')
  const forced = setTimeout(() => signal(child.pid ?? 0, 'SIGKILL'), GRACE_MS)
  await ended
  clearTimeout(forced)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name)
  } catch {
    // It has ended meanwhile.
  }
}

const POLL_MS = 50

/** Some ports are meant to have no listener, so waiting ends without one too. */
async function untilListening(port: number, deadline: number): Promise<void> {
  while (!(await answers(port)) && Date.now() < deadline) await sleep(POLL_MS)
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    const tell = (heard: boolean) => {
      socket.destroy()
      resolve(heard)
    }
    socket.once('connect', () => tell(true))
    socket.once('error', () => tell(false))
  })
}
