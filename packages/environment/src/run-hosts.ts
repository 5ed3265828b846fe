// Which hosts each run has: one for each network and language that it calls, until it is released.
import { PassingMap, type RunId } from '@slyglass/base'
import type { HostReply, ToolSources } from '@slyglass/runtime'
import { findPython } from './find-python.ts'
import type { HostPool, PooledHost } from './host-pool.ts'
import type { ToolHostOptions } from './options.ts'
import { failedReply } from './replies.ts'
import { RunState } from './run-state.ts'
import { EnclosureMissing } from './sandbox/levels.ts'
import type { Interpreter } from './start-host.ts'
import { keyOfSources } from './tool-places.ts'

/** Who wants a host, and for what. */
export interface HostOwner {
  readonly run: RunId
  readonly sources: ToolSources
  readonly className: string
  readonly debug?: boolean
}

/** Binds runs to hosts and frees them. */
export class RunHosts {
  readonly #options: ToolHostOptions
  readonly #pool: HostPool
  readonly #closeMs: number
  readonly #runs = new PassingMap<RunId, RunState>()
  readonly #leaving = new PassingMap<RunId, Promise<void>>()

  constructor(options: ToolHostOptions, pool: HostPool, closeMs: number) {
    this.#options = options
    this.#pool = pool
    this.#closeMs = closeMs
  }

  state(run: RunId): RunState {
    const known = this.#runs.get(run)
    if (known !== undefined) return known
    const state = new RunState()
    this.#runs.set(run, state)
    return state
  }

  async release(run: RunId): Promise<void> {
    const state = this.#runs.get(run)
    if (state === undefined) return
    this.#runs.delete(run)
    const closed = state.quiet().then(() => this.#close(run, state))
    const gone = closed.then(() => endOfUnusable(state)).finally(() => this.#leaving.delete(run))
    this.#leaving.set(run, gone)
    // Calls that are still being stopped finish in the background; the run does not wait for them.
    if (state.calls === 0) await closed
  }

  gone(run: RunId): Promise<void> {
    return this.#leaving.get(run) ?? Promise.resolve()
  }

  /** The host for a call, ready; or how the call ends without one. */
  async started(owner: HostOwner, language: 'python' | 'typescript'): Promise<PooledHost | HostReply> {
    const interpreter = await this.#interpreter(language, owner)
    if ('ok' in interpreter) return interpreter
    try {
      return await this.#hostOf(owner, interpreter)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      if (error instanceof EnclosureMissing) return failedReply({ code: 'host-missing', message }, `Error: ${message}`)
      return failedReply(
        { code: 'host-lost', message, retryable: true },
        'Error: the process for this tool did not start.',
      )
    }
  }

  /** A run stays with its host; when that one ended or drains, the next call starts on a new one from the vault. */
  #hostOf(owner: HostOwner, interpreter: Interpreter): Promise<PooledHost> {
    const state = this.state(owner.run)
    const key = `${interpreter.language} ${keyOfSources(owner.sources)}`
    const bound = state.hosts.get(key)
    const chosen = this.#boundOrNew(bound, state, () => this.#pool.host(owner, interpreter))
    state.hosts.set(key, chosen)
    chosen.then(
      (host) => state.used.add(host),
      () => undefined,
    )
    return chosen
  }

  async #boundOrNew(
    bound: Promise<PooledHost> | undefined,
    state: RunState,
    choose: () => Promise<PooledHost>,
  ): Promise<PooledHost> {
    const host = await bound?.catch(() => undefined)
    const mayStay = host?.process.isUsable === true || (host?.process.isAlive === true && state.calls > 1)
    return host !== undefined && mayStay ? host : choose()
  }

  async #interpreter(language: 'python' | 'typescript', owner: HostOwner): Promise<Interpreter | HostReply> {
    if (language === 'typescript') return { language }
    const { projectRoot } = owner.sources
    const env = this.#options.env ?? process.env
    const chosen = this.#options.python?.(projectRoot)
    const python = await findPython({ projectRoot, env, ...(chosen !== undefined && { chosen }) })
    if (python.found) return { language, command: python.command, path: python.path }
    const message = `${owner.className} needs Python 3.10 or newer, and none was found. ${python.hint}`
    const detail = python.tried.map(({ command, problem }) => `${command}: ${problem}`).join('\n')
    return failedReply(
      { code: 'host-missing', message, detail },
      'Error: this tool needs Python, which is not installed here.',
    )
  }

  async #close(run: RunId, state: RunState): Promise<void> {
    for (const starting of state.hosts.values()) {
      const host = await starting.catch(() => undefined)
      if (host === undefined) continue
      await host.process.closeScope(run, this.#closeMs)
      this.#pool.leave(run, host)
    }
  }
}

/** A process that takes no new calls may still be stuck in an old one, until it ends. */
async function endOfUnusable({ used }: RunState): Promise<void> {
  await Promise.all([...used].filter((host) => !host.process.isUsable).map((host) => host.process.ended))
}
