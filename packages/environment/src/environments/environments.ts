// One environment for each session and setting: made when it is first asked for, kept, and closed once.
import { realpath } from 'node:fs/promises'
import { err, ok, type Result, type RunId, type SessionId } from '@slyglass/base'
import type { CodePort, HookPort, HostCallInfo } from '@slyglass/runtime'
import type { Environment } from '@slyglass/tools/define'
import { type MemoryEnvironment, memoryEnvironment } from '@slyglass/tools/testing'
import { guardPath } from '../builtin/path-guard.ts'
import type { ToolHostOptions } from '../options.ts'
import { DEFAULT_LIMITS } from '../options.ts'
import { createMeans } from '../sandbox/find-means.ts'
import { chooseEnclosure, environmentOf } from '../sandbox/levels.ts'
import { chooseEnvironment, type EnvironmentAsk, type EnvironmentChoice } from './choose-environment.ts'
import { copyIntoMemory } from './copy-into-memory.ts'
import { HostEnvironment } from './host-environment.ts'
import { runCodeWith } from './run-code-with.ts'
import { Shells } from './shells.ts'
import { HOST_FILES, memoryFiles, type ToolFiles } from './tool-files.ts'

/** An environment, and what the studio's own tools use of it. */
export interface SessionEnvironment {
  readonly environment: Environment
  /** Real path; of a session in memory a path there. */
  readonly workspace: string
  readonly files: ToolFiles
  /** Commands that go on after their call. */
  readonly shells: Shells
  /** What is around the programs that it starts. */
  readonly isolation: HostCallInfo['isolation']
  readonly network: 'on' | 'off'
}

/** Environments of sessions. */
export interface Environments {
  /** In words why there is none: what is asked for cannot be held, or the workspace is not there. */
  of(ask: EnvironmentAsk): Promise<Result<SessionEnvironment, EnvironmentRefusal>>
  /** Nobody works in this session any more. */
  release(session: SessionId | RunId): Promise<void>
  dispose(): Promise<void>
  /** How many are open. */
  readonly open: number
}

export interface EnvironmentRefusal {
  readonly code: 'permission' | 'unavailable'
  readonly message: string
}

export type EnvironmentsOptions = Pick<ToolHostOptions, 'env' | 'hide' | 'isolation' | 'network' | 'limits'> & {
  /** Functions of a network that choose an environment. */
  readonly hooks: HookPort
  /** Runs code of environments; without it code is refused. */
  readonly code?: CodePort
}

type Opened = Promise<Result<SessionEnvironment, EnvironmentRefusal>>

/** Sessions whose environments are kept: who forgets to release them keeps no more than these. */
const MOST_SESSIONS = 200
const MEMORY_WORKSPACE = '/workspace'

export function createEnvironments(options: EnvironmentsOptions): Environments {
  return new SessionEnvironments(options)
}

class SessionEnvironments implements Environments {
  readonly #options: EnvironmentsOptions
  readonly #means: ReturnType<typeof createMeans>
  readonly #sessions = new Map<string, Map<string, Opened>>()
  #isOver = false

  constructor(options: EnvironmentsOptions) {
    this.#options = options
    this.#means = createMeans({ ...options, env: options.env ?? process.env })
  }

  get open(): number {
    return [...this.#sessions.values()].reduce((sum, opened) => sum + opened.size, 0)
  }

  of(ask: EnvironmentAsk): Opened {
    if (this.#isOver) return Promise.resolve(refused('unavailable', 'The studio is closing.'))
    const owner = ask.session ?? ask.run
    const opened = this.#sessions.get(owner) ?? new Map<string, Opened>()
    this.#sessions.delete(owner)
    this.#sessions.set(owner, opened)
    this.#closeOldest()
    return this.#opened(ask, opened)
  }

  async release(session: SessionId | RunId): Promise<void> {
    const opened = this.#sessions.get(session)
    this.#sessions.delete(session)
    await closeAll(opened)
  }

  async dispose(): Promise<void> {
    this.#isOver = true
    const all = [...this.#sessions.values()]
    this.#sessions.clear()
    await Promise.all(all.map(closeAll))
  }

  async #opened(ask: EnvironmentAsk, opened: Map<string, Opened>): Opened {
    const key = keyOf(ask)
    const known = opened.get(key) ?? this.#open(ask)
    opened.set(key, known)
    try {
      const found = await known
      // A refusal may have been mended by the next call.
      if (!found.ok && opened.get(key) === known) opened.delete(key)
      return found
    } catch (error) {
      opened.delete(key)
      return refused('unavailable', error instanceof Error ? error.message : String(error))
    }
  }

  async #open(ask: EnvironmentAsk): Opened {
    const choice = await chooseEnvironment(ask, this.#options.hooks)
    const { projectRoot } = ask.sources
    const folder = await guardPath(projectRoot, choice.workspace)
    if (!folder.ok) return refused('permission', `The workspace ${choice.workspace} lies outside of the project`)
    return choice.kind === 'memory'
      ? this.#openMemory(ask, choice, folder.value)
      : this.#openHost(ask, choice, folder.value)
  }

  async #openMemory(ask: EnvironmentAsk, choice: EnvironmentChoice, folder: string): Opened {
    const copied = await copyIntoMemory(folder, ask.signal)
    if (!copied.ok) return refused('unavailable', copied.error)
    const { code } = this.#options
    const run = code === undefined ? undefined : runCodeWith(code, ask.sources)
    const environment = memoryEnvironment({
      workspace: MEMORY_WORKSPACE,
      files: { ...copied.value, ...choice.files },
      ...(run !== undefined && { runCode: (text, host) => run(text, { ...host, language: 'javascript' }) }),
    })
    return ok(placeInMemory(environment))
  }

  async #openHost(ask: EnvironmentAsk, { kind }: EnvironmentChoice, workspace: string): Opened {
    const rules = environmentOf(ask.sources)
    // Another engine for tools says nothing of programs.
    const least = kind === 'sandboxed' ? 'bwrap' : rules.sandbox === 'quickjs' ? 'auto' : rules.sandbox
    const environment = { ...rules, sandbox: least, ...(kind === 'sandboxed' && { kind }) }
    const chosen = chooseEnclosure({ environment }, 'python', await this.#means())
    const { code, hide = [], env = process.env, limits } = this.#options
    const projectRoot = await realpath(ask.sources.projectRoot)
    const shared = { workspace, files: HOST_FILES, shells: new Shells() }
    if (!chosen.ok) {
      if (kind === 'sandboxed') return refused('permission', chosen.error)
      // Files need no enclosure; programs say why they do not start.
      const made = new HostEnvironment({ workspace, env, refusal: chosen.error })
      return ok({ ...shared, environment: made, isolation: 'studio', network: rules.network })
    }
    const { level, network } = chosen.value
    const made = new HostEnvironment({
      ...{ workspace, env, limits: { ...DEFAULT_LIMITS, ...limits } },
      ...(level === 'bwrap' && { box: { projectRoot, network, hide } }),
      ...(code !== undefined && { runCode: runCodeWith(code, { ...ask.sources, environment }) }),
    })
    return ok({ ...shared, environment: made, isolation: level, network })
  }

  #closeOldest(): void {
    const [oldest] = this.#sessions.keys()
    if (this.#sessions.size > MOST_SESSIONS && oldest !== undefined) void this.release(oldest as SessionId)
  }
}

/** An environment in memory as the studio's own tools use it. */
export function placeInMemory(environment: MemoryEnvironment): SessionEnvironment {
  const files = memoryFiles(environment.files)
  const facts = { workspace: environment.workspace ?? '/', isolation: 'memory', network: 'off' } as const
  return { ...{ environment, files, shells: new Shells() }, ...facts }
}

/** What makes another environment within a session. Memory has no network that could be switched off. */
function keyOf({ sources, context }: EnvironmentAsk): string {
  const { kind = null, from = null, sandbox, network, workspace } = environmentOf(sources)
  const machine = kind === 'memory' ? [] : [sandbox, network]
  return JSON.stringify([sources.projectRoot, kind, from, workspace, machine, wishOf(context)])
}

function wishOf(context = '{}'): unknown {
  const { deps } = JSON.parse(context) as { readonly deps?: Readonly<Record<string, unknown>> }
  return [deps?.workspace_root ?? null, deps?.environment ?? null]
}

/** Each is closed once: whoever takes it out of the table closes it. */
async function closeAll(opened: Map<string, Opened> | undefined): Promise<void> {
  await Promise.all(
    [...(opened?.values() ?? [])].map(async (one) => {
      const found = await one.catch(() => undefined)
      if (found?.ok === true) await found.value.environment.close()
    }),
  )
}

function refused(code: EnvironmentRefusal['code'], message: string): Result<never, EnvironmentRefusal> {
  return err({ code, message })
}
