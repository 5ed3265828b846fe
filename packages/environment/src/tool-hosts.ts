// The tool host port over real processes: language, host and scope of every call.
import { type JsonText, type RunId, runId, spanId } from '@slyglass/base'
import type { HookPort, HostCall, HostReply, ToolHostPort, ToolSources } from '@slyglass/runtime'
import { brokenSave, placed } from './broken-save.ts'
import { notHadText } from './build-fault.ts'
import { bundleTool, type ToolBundle } from './bundle-tool.ts'
import { findToolSource, namesHealth, type ToolSource } from './find-tool-source.ts'
import { factsThisTurn } from './folder-names.ts'
import { mayHoldFunctionTools } from './function-tools.ts'
import { runHook } from './hooks.ts'
import { type CallSetting, runHostCall } from './host-call.ts'
import { HostPool, type PooledHost } from './host-pool.ts'
import { insideProject } from './inside-project.ts'
import { LastGood } from './last-good.ts'
import type { UnsentCall } from './messages.ts'
import { onceATurn } from './once-a-turn.ts'
import { DEFAULT_LIMITS, DEFAULT_TIMES, type HostLimits, type HostTimes, type ToolHostOptions } from './options.ts'
import { cancelledReply, failedReply } from './replies.ts'
import { RunHosts } from './run-hosts.ts'
import type { CallPlan, RunState } from './run-state.ts'
import { usesQuickJs } from './sandbox/levels.ts'
import type { StartTurn } from './start-order.ts'
import { classOf, moduleOf, toolPackages, toolPlaces } from './tool-places.ts'
import { untilAborted } from './until-aborted.ts'
import { ToolVariables } from './variables/tool-variables.ts'

/** Tool hosts with the end of their life. */
export interface ToolHosts extends Required<ToolHostPort> {
  /** Hooks that networks name. */
  readonly hooks: HookPort
  /** What the definition behind a class name says of what it needs: names, each `ok` or what is wrong; undefined for none. */
  health(sources: ToolSources, className: string, signal: AbortSignal): Promise<HostReply | undefined>
  /** Whether the file behind a class loads and holds it; nothing of it is called. Undefined for a file that is not there. */
  load(sources: ToolSources, className: string, signal: AbortSignal): Promise<HostReply | undefined>
  /** Resolves when nothing that a released run started can speak any more: not even a call that was given up. */
  gone(run: RunId): Promise<void>
  /** Kills every child. */
  dispose(): Promise<void>
}

/** Runs coded tools in child processes. */
export function createToolHosts(options: ToolHostOptions): ToolHosts {
  return new ProcessToolHosts(options)
}

type Prepared = {
  readonly host: PooledHost
  readonly message: UnsentCall
  readonly language: 'python' | 'typescript'
  readonly warning?: string
}

class ProcessToolHosts implements ToolHosts {
  readonly hooks: HookPort
  readonly #options: ToolHostOptions
  readonly #times: HostTimes
  readonly #limits: HostLimits
  readonly #pool: HostPool
  readonly #hosts: RunHosts
  readonly #good: LastGood
  readonly #variables: ToolVariables
  #counter = 0

  constructor(given: ToolHostOptions) {
    const { projectEnv } = given
    const options = { ...given, ...(projectEnv !== undefined && { projectEnv: onceATurn(projectEnv) }) }
    this.#options = options
    this.#times = { ...DEFAULT_TIMES, ...options.times }
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits }
    this.#good = new LastGood(options.cacheFolder)
    this.#variables = new ToolVariables(options)
    this.#pool = new HostPool(options, this.#times, this.#limits, this.#good)
    this.#hosts = new RunHosts(options, this.#pool, this.#times.closeMs)
    const ask = (call: HostCall, file: string, name: string) => this.#askHook(call, file, name)
    this.hooks = { run: (call) => runHook(call, options, ask) }
  }

  async call(call: HostCall): Promise<HostReply> {
    const end = await this.#begin(call, (state) => this.#prepareAsBefore(call, state) ?? this.#prepare(call))
    return end.ok ? end : withWarnings(end, this.#heldBack(call, end))
  }

  /** The process for a call, with the secrets that are declared for its class, which `file` holds. */
  #started(call: HostCall, language: 'python' | 'typescript', file?: string) {
    return this.#hosts.started(this.#declared(call, file), language)
  }

  #declared(call: HostCall, file?: string): HostCall {
    return this.#variables.declared(call, () => {
      const source = file === undefined ? this.#find(call.sources, call.className) : undefined
      return source?.found === true ? source.file : file
    })
  }

  #heldBack(call: HostCall, { failure, text }: Extract<HostReply, { ok: false }>): readonly string[] {
    return this.#variables.heldBack(this.#declared(call).sources, `${failure.message} ${failure.detail ?? ''} ${text}`)
  }

  async describe(sources: ToolSources, className: string, signal: AbortSignal): Promise<JsonText | undefined> {
    const reply = await this.#askDefinition('describe', sources, className, signal)
    if (reply === undefined) return undefined
    if (reply.ok) return reply.value === undefined ? undefined : this.#variables.withMissing(sources, reply.value)
    return signal.aborted ? undefined : JSON.stringify({ problem: reply.failure.message })
  }

  async health(sources: ToolSources, className: string, signal: AbortSignal): Promise<HostReply | undefined> {
    const reply = await this.#askDefinition('health', sources, className, signal)
    return reply?.ok === true && reply.value === undefined ? undefined : reply
  }

  load(sources: ToolSources, className: string, signal: AbortSignal): Promise<HostReply | undefined> {
    return this.#askDefinition('describe', sources, className, signal, 'any file')
  }

  release(run: RunId): Promise<void> {
    return this.#hosts.release(run)
  }

  gone(run: RunId): Promise<void> {
    return this.#hosts.gone(run)
  }

  dispose(): Promise<void> {
    return this.#pool.dispose()
  }

  /** What is asked for later begins later, whatever either has to wait for. */
  async #begin(
    call: HostCall,
    prepare: (state: RunState) => Promise<Prepared | HostReply> | Prepared,
  ): Promise<HostReply> {
    const state = this.#hosts.state(call.run)
    const turn = state.order.take()
    state.beginCall()
    try {
      const preparing = prepare(state)
      const prepared = preparing instanceof Promise ? await untilAborted(call.signal, preparing) : preparing
      if (prepared === 'aborted') return cancelledReply()
      if ('ok' in prepared) return prepared
      const reply = await this.#run(call, prepared, { state, turn })
      if (reply.ok || reply.failure.code !== 'load-failed') return reply
      prepared.host.found.delete(knownAs(prepared.message))
      const named = (said: string) => insideProject(said, call.sources.projectRoot, prepared.message.bundle)
      const failure = { ...reply.failure, code: 'class-not-found', message: named(reply.failure.message) }
      const failed = { ...reply, failure, text: named(reply.text) }
      return await this.#runLastGood(call, prepared, { state, turn }, failed)
    } finally {
      turn.pass()
      state.endCall()
    }
  }

  /** Asks the definition in a file something; undefined where there is none. A run of its own keeps others unharmed. */
  async #askDefinition(
    task: 'describe' | 'health',
    sources: ToolSources,
    className: string,
    signal: AbortSignal,
    of?: 'any file',
  ): Promise<HostReply | undefined> {
    const source = this.#find(sources, className)
    if (!source.found || (of === undefined && !(await this.#mayTell(task, source, sources)))) return undefined
    this.#counter += 1
    const call = askingCall(runId(`run_${task}-${this.#counter}`), { sources, className, signal })
    let keep: ((told: HostReply) => void) | undefined
    const reply = await this.#begin(call, async () => {
      const isPython = source.language === 'python'
      const prepared = await (isPython ? this.#prepare(call) : this.#prepareTypeScript(call, source))
      if ('ok' in prepared) return prepared
      const { host, message } = prepared
      const name = `${className} ${knownAs(message)}`
      const asking = { ...prepared, message: { ...message, task } }
      // How a tool is may be another matter a moment later.
      if (task === 'health') return asking
      keep = (told) => void host.told.set(name, told)
      return host.told.get(name) ?? asking
    })
    void this.#hosts.release(call.run)
    if (reply.ok) keep?.(reply)
    return reply
  }

  /** Whether a file may hold a definition that has an answer. */
  async #mayTell(
    task: 'describe' | 'health',
    { file, language }: Extract<ToolSource, { found: true }>,
    { projectRoot }: ToolSources,
  ): Promise<boolean> {
    if (language === 'python') return task === 'describe' ? mayHoldFunctionTools(file) : namesHealth(file)
    const { cacheFolder, assets } = this.#options
    const made = bundleTool(file, { cacheFolder, modules: assets.modules, projectRoot })
    const bundle = await made.catch(() => undefined)
    return bundle === undefined || bundle.mayDescribe
  }

  async #askHook(call: HostCall, file: string, name: string): Promise<HostReply> {
    return this.#begin(call, async () => {
      const host = await this.#started(call, 'typescript', file)
      if ('ok' in host) return host
      const bundle = await host.bundle(file, call.sources.projectRoot)
      const message = { ...this.#message(call, []), class: name, task: 'hook' as const, bundle }
      return { host, language: 'typescript', message }
    })
  }

  /** The run has called this class before and its process is there: nothing has to be found out. */
  #prepareAsBefore(call: HostCall, state: RunState): Prepared | undefined {
    if (call.signal.aborted) return undefined
    const plan = state.planOf(call)
    if (plan === undefined || !plan.host.process.isUsable) return undefined
    return this.#prepared(call, plan)
  }

  #planned(call: HostCall, plan: CallPlan): Prepared {
    this.#hosts.state(call.run).keepPlan(call, plan)
    return this.#prepared(call, plan)
  }

  #prepared(call: HostCall, { host, language, modules, bundle }: CallPlan): Prepared {
    return { host, language, message: this.#message(call, modules, bundle) }
  }

  async #prepare(call: HostCall): Promise<Prepared | HostReply> {
    if (call.middleware !== undefined) return this.#prepareMiddleware(call)
    const source = this.#find(call.sources, call.className)
    if (!source.found && isDecided(source)) return notFoundReply(call, source.message, undefined)
    if (source.found && source.language === 'typescript') return this.#prepareTypeScript(call, source)
    const host = await this.#started(call, 'python')
    if ('ok' in host) return host
    const places = toolPlaces(call.sources, call.className, this.#toolPathOnly(call.sources))
    return this.#planned(call, { host, language: 'python', modules: places.map((place) => place.module) })
  }

  /** Middleware is written in Python and imported by its full name. */
  async #prepareMiddleware(call: HostCall): Promise<Prepared | HostReply> {
    const host = await this.#started(call, 'python')
    if ('ok' in host) return host
    const module = moduleOf(call.className)
    return this.#planned(call, { host, language: 'python', modules: module === '' ? [] : [module] })
  }

  async #prepareTypeScript(call: HostCall, source: ToolSource): Promise<Prepared | HostReply> {
    const host = await this.#started(call, 'typescript')
    if ('ok' in host) return host
    const [broken, without]: [string[], string[]] = [[], []]
    const prepared = (bundle: ToolBundle): Prepared | HostReply => {
      const engine = usesQuickJs(call.sources, bundle.needsNode, host.enclosure, this.#options.isolation)
      if (!engine.ok) return failedReply({ code: 'host-missing', message: engine.error }, `Error: ${engine.error}`)
      const { path, file, sha } = bundle
      const made = { path, file, sha, ...(engine.value && { engine: 'quickjs' as const }) }
      return this.#planned(call, { host, language: 'typescript', modules: [], bundle: made })
    }
    for (const file of source.found ? [source.file, ...source.shadowed] : []) {
      try {
        const bundle = await host.bundle(file, call.sources.projectRoot)
        if (bundle.exports.includes(classOf(call.className))) return prepared(bundle)
        without.push(`${file} exports no ${classOf(call.className)}`)
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error)
        const older = this.#good.bundleOf(call.sources.projectRoot, file, classOf(call.className))
        if (older !== undefined) {
          const instead = prepared(older)
          this.#hosts.state(call.run).forgetPlan(call)
          return 'ok' in instead ? instead : { ...instead, warning: brokenSave(call.sources, problem) }
        }
        broken.push(problem)
      }
    }
    return notFoundReply(call, notHadText(call.className, broken, without), [...broken, ...without].join('\n'))
  }

  /** A file that compiles and does not load is broken too: the version before it answers. */
  async #runLastGood(
    call: HostCall,
    prepared: Prepared,
    place: { readonly state: RunState; readonly turn: StartTurn },
    failed: Extract<HostReply, { ok: false }>,
  ): Promise<HostReply> {
    const { bundle } = prepared.message
    const name = classOf(prepared.message.class)
    const older = bundle === undefined ? undefined : this.#good.bundleOf(call.sources.projectRoot, bundle.file, name)
    if (older === undefined || older.path === bundle?.path) return failed
    const made = { ...bundle, path: older.path, file: older.file, sha: older.sha }
    const message = { ...prepared.message, call: this.#message(call, []).call, bundle: made, permit: undefined }
    const warning = brokenSave(call.sources, placed(failed.failure, older.file))
    return this.#run(call, { ...prepared, message, warning }, place)
  }

  #find(sources: ToolSources, className: string): ToolSource {
    return findToolSource(sources, className, { toolPathOnly: this.#toolPathOnly(sources), facts: factsThisTurn })
  }

  #toolPathOnly({ projectRoot }: ToolSources): boolean {
    return this.#options.projectEnv?.(projectRoot).AGENT_TOOL_PATH_ONLY?.toLowerCase() === 'true'
  }

  #message(call: HostCall, modules: readonly string[], bundle?: CallPlan['bundle']): UnsentCall {
    this.#counter += 1
    const { middleware } = call
    return {
      type: 'call',
      call: `c${this.#counter}`,
      scope: call.run,
      class: call.className,
      modules,
      bundle,
      argsJson: call.args,
      middleware: middleware === undefined ? undefined : { instance: middleware.instance, hook: middleware.hook },
      contextJson: call.context,
      origin: call.origin,
      idempotencyKey: call.idempotencyKey,
      reservations: call.reservations === true ? true : undefined,
      permit: undefined,
      sly: {},
      seen: 0,
    }
  }

  #run(
    call: HostCall,
    prepared: Prepared,
    { state, turn }: { readonly state: RunState; readonly turn: StartTurn },
  ): Promise<HostReply> {
    const { host, language, warning } = prepared
    const { bundle } = prepared.message
    const name = knownAs(prepared.message)
    const setting: CallSetting = {
      host: host.process,
      language,
      ...(warning !== undefined && { warning }),
      enclosure: bundle?.engine === 'quickjs' ? QUICKJS : host.enclosure,
      times: this.#times,
      outputBytes: this.#limits.outputBytes,
      pending: state.pending,
      // A question to a definition is no attempt.
      known: prepared.message.task === undefined ? host.found.get(name) : undefined,
      onFound: (found) => {
        host.found.set(name, found)
        const loaded = host.bundles.find(({ path }) => path === bundle?.path)
        if (loaded !== undefined)
          this.#good.keepBundle(call.sources.projectRoot, loaded, classOf(prepared.message.class))
      },
      // What a tool says also goes to the log of the server, line by line.
      onLines: (text) => this.#logLines(call, language, text),
      turn,
    }
    const reply = runHostCall(call, prepared.message, setting)
    return warning === undefined ? reply : reply.then((end) => withWarnings(end, [warning]))
  }

  #logLines({ sources, className }: HostCall, language: string, text: string): void {
    this.#options.onToolOutput?.({ network: sources.network, language, tool: className, text })
  }
}

const QUICKJS = { level: 'quickjs', network: 'off' } as const

function withWarnings(reply: HostReply, warnings: readonly string[]): HostReply {
  return warnings.length === 0 ? reply : { ...reply, warnings: [...warnings, ...(reply.warnings ?? [])] }
}

/** A question to a definition: no arguments, nothing private, nobody who listens. */
function askingCall(
  run: RunId,
  asked: { readonly sources: ToolSources; readonly className: string; readonly signal: AbortSignal },
): HostCall {
  return {
    ...asked,
    ...{ run, span: spanId(run), idempotencyKey: run },
    ...{ args: '{}', origin: [], sly: new Map() },
    onStart: () => Promise.resolve(),
    onOutput: () => undefined,
    onProgress: () => undefined,
  }
}

/** True when Python need not be asked: the class is in two languages, or only in TypeScript files that lack it. */
function isDecided(source: Extract<ToolSource, { found: false }>): boolean {
  if (source.reason === 'both-languages') return true
  return source.files.length > 0 && source.files.every((file) => file.endsWith('.ts'))
}

/** What decides which text a call will find in its process. */
function knownAs({ class: name, modules, bundle }: UnsentCall): string {
  return bundle?.path ?? `${name} ${modules.join(' ')}`
}

function notFoundReply(call: HostCall, said: string, detail: string | undefined): HostReply {
  const message = insideProject(said, call.sources.projectRoot)
  const agent = call.origin.at(-1)?.tool ?? ''
  const text =
    `\nCould not find class "${classOf(call.className)}"\nin module "${moduleOf(call.className)}"\n` +
    `under AGENT_TOOL_PATH "${toolPackages(call.sources).join(':')}"\nfor the agent called "${agent}"\n` +
    `in the agent network "${call.sources.network}".\n\n${message}\n`
  return failedReply({ code: 'class-not-found', message, ...(detail === undefined ? {} : { detail }) }, text)
}
