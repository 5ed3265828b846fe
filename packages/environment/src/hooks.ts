// Hooks that a network names: a function of a TypeScript file of the project, or a program.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type JsonText, parseJson } from '@slyglass/base'
import type { HookCall, HostCall, HostReply } from '@slyglass/runtime'
import { childEnvironment } from './child-environment.ts'
import { enclose } from './isolation.ts'
import type { ToolHostOptions } from './options.ts'
import { createMeans } from './sandbox/find-means.ts'
import { chooseEnclosure } from './sandbox/levels.ts'
import { importPath, isInside } from './tool-places.ts'

type Ask = (call: HostCall, file: string, name: string) => Promise<HostReply>

const MOST_OUTPUT = 1 << 20

/** The answer of a hook as JSON text. Rejects with an Error in words when there is none. */
export function runHook(call: HookCall, options: ToolHostOptions, ask: Ask): Promise<JsonText> {
  const { run, command } = call.hook
  if (run !== undefined) return runFunction(call, run, ask)
  if (command !== undefined && command.length > 0) return runProgram(call, command, options)
  return Promise.reject(new Error(`the hook ${call.hook.name} names neither a function nor a program`))
}

async function runFunction(call: HookCall, place: string, ask: Ask): Promise<JsonText> {
  const mark = place.lastIndexOf('#')
  const [path, name] = mark < 0 ? [place, 'default'] : [place.slice(0, mark), place.slice(mark + 1)]
  const { projectRoot } = call.sources
  const file = resolve(projectRoot, path)
  if (!isInside(file, projectRoot)) throw new Error(`${path} lies outside of the project`)
  if (!existsSync(file)) throw new Error(`there is no file ${path}`)
  const reply = await ask(hostCall(call, place), file, name)
  if (reply.ok) return reply.value ?? 'null'
  if (reply.failure.code === 'class-not-found') throw new Error(`${path}: ${reply.failure.message}`)
  throw new Error(reply.failure.message)
}

function hostCall({ run, span, sources, payload, signal, hook }: HookCall, className: string): HostCall {
  return {
    ...{ run, span, sources, className, signal },
    args: payload,
    origin: [],
    idempotencyKey: `${span} ${hook.name}`,
    sly: new Map(),
    onStart: () => Promise.resolve(),
    onOutput: () => undefined,
    onProgress: () => undefined,
  }
}

/** The program reads the payload and writes its answer; exit code 2 denies, any other but 0 is a failure. */
async function runProgram(call: HookCall, command: readonly string[], options: ToolHostOptions): Promise<JsonText> {
  const { projectRoot } = call.sources
  const env = options.env ?? process.env
  const chosen = chooseEnclosure(call.sources, 'python', await createMeans({ ...options, env })())
  if (!chosen.ok) throw new Error(chosen.error)
  const { level, network } = chosen.value
  const readable = [...call.sources.toolRoots, ...importPath(call.sources)]
  const box = { projectRoot, readable, hide: options.hide ?? [], network, sees: 'own' } as const
  const line = level === 'bwrap' ? enclose(command, box) : command
  const end = await runToEnd(line, call, childEnvironment(call.sources, env, options.projectEnv?.(projectRoot) ?? {}))
  // Words decide nothing.
  if (end.exit === 0) return parseJson(end.stdout).ok ? end.stdout : 'null'
  const said = end.stderr.trim()
  if (end.exit === 2) return JSON.stringify({ decision: 'deny', ...(said !== '' && { reason: said }) })
  throw new Error(`${command[0]} ended with exit code ${end.exit}${said === '' ? '' : `: ${said.slice(0, 500)}`}`)
}

interface End {
  readonly exit: number | null
  readonly stdout: string
  readonly stderr: string
}

function runToEnd(line: readonly string[], call: HookCall, env: Readonly<Record<string, string>>): Promise<End> {
  const [program = '', ...args] = line
  const { sources, signal } = call
  return new Promise((done, fail) => {
    const child = spawn(program, args, { cwd: sources.projectRoot, env, stdio: 'pipe', detached: true })
    const text = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (part: string) => {
        text[name] = (text[name] + part).slice(0, MOST_OUTPUT)
      })
    // Nothing that the program started goes on after it was stopped.
    const onAbort = () => killGroup(child.pid)
    signal.addEventListener('abort', onAbort, { once: true })
    child.on('error', (error) => fail(new Error(`${call.hook.name} could not be started: ${error.message}`)))
    child.on('close', (exit) => {
      signal.removeEventListener('abort', onAbort)
      killGroup(child.pid)
      done({ exit, ...text })
    })
    child.stdin.on('error', () => undefined)
    child.stdin.end(call.payload)
    if (signal.aborted) onAbort()
  })
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}
