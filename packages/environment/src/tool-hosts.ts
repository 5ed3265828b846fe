// The tool host port over real processes: language, host and scope of every call.
import { sep } from 'node:path'
import type { RunId } from '@slyglass/base'
import type { HostCall, HostReply, ToolHostPort } from '@slyglass/runtime'
import { findPython } from './find-python.ts'
import { findToolSource, type ToolSource } from './find-tool-source.ts'
import { runHostCall } from './host-call.ts'
import { HostPool, type PooledHost } from './host-pool.ts'
import type { CallMessage } from './messages.ts'
import { DEFAULT_LIMITS, DEFAULT_TIMES, type HostLimits, type HostTimes, type ToolHostOptions } from './options.ts'
import { PendingSly } from './pending-sly.ts'
import { cancelledReply, failedReply } from './replies.ts'
import type { Interpreter } from './start-host.ts'
import { classOf, moduleOf, toolPackages, toolPlaces } from './tool-places.ts'

/** Tool hosts with the end of their life. */
export interface ToolHosts extends ToolHostPort {
  /** Resolves when nothing that a released run started can speak any more: not even a call that was given up. */
  gone(run: RunId): Promise<void>
  /** Kills every child. */
  dispose(): Promise<void>
}

/** Runs coded tools in child processes. */
export function createToolHosts(options: ToolHostOptions): ToolHosts {
  return new ProcessToolHosts(options)
}

/** What a run holds: its hosts by network and language, and what they reported. */
interface RunState {
  readonly hosts: Map<string, Promise<PooledHost>>
  /** Every process that it used. */
  readonly used: Set<PooledHost>
  readonly pending: PendingSly
  readonly calls: Set<Promise<unknown>>
}

type Prepared = { readonly host: PooledHost; readonly message: CallMessage; readonly language: 'python' | 'typescript' }

class ProcessToolHosts implements ToolHosts {
  readonly #options: ToolHostOptions
  readonly #times: HostTimes
  readonly #limits: HostLimits
  readonly #pool: HostPool
  readonly #runs = new Map<RunId, RunState>()
  readonly #leaving = new Map<RunId, Promise<void>>()
  #counter = 0

  constructor(options: ToolHostOptions) {
    this.#options = options
    this.#times = { ...DEFAULT_TIMES, ...options.times }
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits }
    this.#pool = new HostPool(options, this.#times, this.#limits)
  }

  call(call: HostCall): Promise<HostReply> {
    const state = this.#state(call.run)
    const reply = untilAborted(call.signal, this.#prepare(call, state)).then((prepared) => {
      if (prepared === 'aborted') return cancelledReply()
      return 'ok' in prepared ? prepared : this.#run(call, prepared, state)
    })
    const settled = reply.catch(() => undefined)
    state.calls.add(settled)
    void settled.then(() => state.calls.delete(settled))
    return reply
  }

  async release(run: RunId): Promise<void> {
    const state = this.#runs.get(run)
    if (state === undefined) return
    this.#runs.delete(run)
    const closed = Promise.all(state.calls).then(() => this.#close(run, state))
    const gone = closed.then(() => endOfUnusable(state)).finally(() => this.#leaving.delete(run))
    this.#leaving.set(run, gone)
    // Calls that are still being stopped finish in the background; the run does not wait for them.
    if (state.calls.size === 0) await closed
  }

  gone(run: RunId): Promise<void> {
    return this.#leaving.get(run) ?? Promise.resolve()
  }

  dispose(): Promise<void> {
    return this.#pool.dispose()
  }

  #state(run: RunId): RunState {
    const known = this.#runs.get(run)
    if (known !== undefined) return known
    const state: RunState = { hosts: new Map(), used: new Set(), pending: new PendingSly(), calls: new Set() }
    this.#runs.set(run, state)
    return state
  }

  async #close(run: RunId, state: RunState): Promise<void> {
    for (const starting of state.hosts.values()) {
      const host = await starting.catch(() => undefined)
      if (host === undefined) continue
      await host.process.closeScope(run, this.#times.closeMs)
      this.#pool.leave(run, host)
    }
  }

  async #prepare(call: HostCall, state: RunState): Promise<Prepared | HostReply> {
    if (call.middleware !== undefined) return this.#prepareMiddleware(call, state)
    const toolPathOnly = this.#toolPathOnly(call)
    const source = findToolSource(call.sources, call.className, { toolPathOnly })
    if (!source.found && isDecided(source)) return notFoundReply(call, source.message, undefined)
    const language = source.found ? source.language : 'python'
    const host = await this.#startedHost(call, state, language)
    if ('ok' in host) return host
    if (language === 'typescript') return this.#prepareTypeScript(call, host)
    const modules = toolPlaces(call.sources, call.className, toolPathOnly).map((place) => place.module)
    return { host, language, message: this.#message(call, modules) }
  }

  /** Middleware is written in Python and imported by its full name. */
  async #prepareMiddleware(call: HostCall, state: RunState): Promise<Prepared | HostReply> {
    const host = await this.#startedHost(call, state, 'python')
    if ('ok' in host) return host
    const module = moduleOf(call.className)
    return { host, language: 'python', message: this.#message(call, module === '' ? [] : [module]) }
  }

  async #startedHost(
    call: HostCall,
    state: RunState,
    language: 'python' | 'typescript',
  ): Promise<PooledHost | HostReply> {
    const interpreter = await this.#interpreter(language, call)
    if ('ok' in interpreter) return interpreter
    try {
      return await this.#hostOf(call, state, interpreter)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return failedReply(
        { code: 'host-lost', message, retryable: true },
        'Error: the process for this tool did not start.',
      )
    }
  }

  async #prepareTypeScript(call: HostCall, host: PooledHost): Promise<Prepared | HostReply> {
    const source = findToolSource(call.sources, call.className, { toolPathOnly: this.#toolPathOnly(call) })
    const problems: string[] = []
    for (const file of typeScriptFiles(source)) {
      try {
        const bundle = await host.bundle(file, call.sources.projectRoot, this.#options.cacheFolder)
        if (bundle.exports.includes(classOf(call.className))) {
          return { host, language: 'typescript', message: { ...this.#message(call, []), bundle } }
        }
        problems.push(`${file} exports no ${classOf(call.className)}`)
      } catch (error) {
        problems.push(error instanceof Error ? error.message : String(error))
      }
    }
    return notFoundReply(call, `${call.className} was not found: ${problems.join('; ')}`, problems.join('\n'))
  }

  /** A run stays with its host; when that one ended or drains, the next call starts on a new one from the vault. */
  #hostOf(call: HostCall, state: RunState, interpreter: Interpreter): Promise<PooledHost> {
    const key = JSON.stringify([call.sources, interpreter.language])
    const bound = state.hosts.get(key)
    const chosen = (bound ?? Promise.reject(new Error('none yet')))
      .then((host) => {
        const mayStay = host.process.isUsable || (host.process.isAlive && state.calls.size > 1)
        return mayStay ? host : undefined
      })
      .catch(() => undefined)
      .then((host) => host ?? this.#pool.host(call.run, call.sources, interpreter))
    state.hosts.set(key, chosen)
    chosen.then(
      (host) => state.used.add(host),
      () => undefined,
    )
    return chosen
  }

  async #interpreter(language: 'python' | 'typescript', call: HostCall): Promise<Interpreter | HostReply> {
    if (language === 'typescript') return { language }
    const { projectRoot } = call.sources
    const env = this.#options.env ?? process.env
    const python = await findPython({ projectRoot, env })
    if (python.found) return { language, command: python.command }
    const message = `${call.className} needs Python 3.10 or newer, and none was found. ${python.hint}`
    const detail = python.tried.map(({ command, problem }) => `${command}: ${problem}`).join('\n')
    return failedReply(
      { code: 'host-missing', message, detail },
      'Error: this tool needs Python, which is not installed here.',
    )
  }

  #toolPathOnly(call: HostCall): boolean {
    return this.#options.projectEnv?.(call.sources.projectRoot).AGENT_TOOL_PATH_ONLY?.toLowerCase() === 'true'
  }

  #message(call: HostCall, modules: readonly string[]): CallMessage {
    this.#counter += 1
    return {
      type: 'call',
      call: `c${this.#counter}`,
      scope: call.run,
      class: call.className,
      modules,
      argsJson: call.args,
      ...(call.middleware !== undefined && {
        middleware: { instance: call.middleware.instance, hook: call.middleware.hook },
      }),
      origin: call.origin,
      idempotencyKey: call.idempotencyKey,
      ...(call.reservations === true && { reservations: true as const }),
      sly: {},
    }
  }

  #run(call: HostCall, prepared: Prepared, state: RunState): Promise<HostReply> {
    const { host, language } = prepared
    const sly = Object.fromEntries(state.pending.bringUpToDate(call.sly))
    return runHostCall(
      call,
      { ...prepared.message, sly },
      {
        host: host.process,
        language,
        isolation: host.isolation,
        times: this.#times,
        outputBytes: this.#limits.outputBytes,
        onSly: (report) => state.pending.report(report),
      },
    )
  }
}

/** A process that takes no new calls may still be stuck in an old one, until it ends. */
async function endOfUnusable({ used }: RunState): Promise<void> {
  await Promise.all([...used].filter((host) => !host.process.isUsable).map((host) => host.process.ended))
}

/** True when Python need not be asked: the class is in two languages, or only in TypeScript files that lack it. */
function isDecided(source: Extract<ToolSource, { found: false }>): boolean {
  if (source.reason === 'both-languages') return true
  return source.files.length > 0 && source.files.every((file) => file.endsWith('.ts'))
}

function typeScriptFiles(source: ToolSource): readonly string[] {
  return source.found ? [source.file, ...source.shadowed] : []
}

function notFoundReply(call: HostCall, said: string, detail: string | undefined): HostReply {
  // The model reads this: where the project lies on this machine is none of its business.
  const message = said.replaceAll(`${call.sources.projectRoot}${sep}`, '')
  const agent = call.origin.at(-1)?.tool ?? ''
  const text =
    `\nCould not find class "${classOf(call.className)}"\nin module "${moduleOf(call.className)}"\n` +
    `under AGENT_TOOL_PATH "${toolPackages(call.sources).join(':')}"\nfor the agent called "${agent}"\n` +
    `in the agent network "${call.sources.network}".\n\n${message}\n`
  return failedReply({ code: 'class-not-found', message, ...(detail === undefined ? {} : { detail }) }, text)
}

async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T | 'aborted'> {
  if (signal.aborted) {
    work.catch(() => {})
    return 'aborted'
  }
  let onAbort = () => {}
  const aborted = new Promise<'aborted'>((resolve) => {
    onAbort = () => resolve('aborted')
    signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
