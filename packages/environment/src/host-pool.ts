// Which process serves which run: one per network, language and generation of the tool files.
import { mkdirSync } from 'node:fs'
import type { RunId } from '@slyglass/base'
import type { HostReply, ToolSources } from '@slyglass/runtime'
import { type BundleSetting, bundleTool, type ToolBundle } from './bundle-tool.ts'
import { factsThisTurn } from './folder-names.ts'
import { toolGeneration } from './generation.ts'
import type { HostProcess } from './host-process.ts'
import type { LastGood } from './last-good.ts'
import type { FoundText } from './messages.ts'
import type { HostLimits, HostTimes, ToolHostOptions } from './options.ts'
import { projectCache } from './project-cache.ts'
import type { HostOwner } from './run-hosts.ts'
import { createMeans } from './sandbox/find-means.ts'
import { chooseEnclosure, EnclosureMissing, type HostEnclosure } from './sandbox/levels.ts'
import { type Interpreter, startHost } from './start-host.ts'
import { keyOfSources } from './tool-places.ts'
import { withoutSecrets } from './variables/secret-names.ts'

/** A process, the runs that are bound to it, and the bundles of its generation. */
export class PooledHost {
  readonly process: HostProcess
  readonly generation: string
  readonly enclosure: HostEnclosure
  readonly runs = new Set<RunId>()
  /** What the process found behind classes that were called, by `knownAs`. */
  readonly found = new Map<string, FoundText>()
  /** What definitions told of themselves, by `knownAs` and class: with the files of one generation they tell the same again. */
  readonly told = new Map<string, HostReply>()
  /** Bundles that are made. */
  readonly bundles: ToolBundle[] = []
  /** When it was needed last. */
  neededAt = 0
  readonly #setting: Omit<BundleSetting, 'projectRoot'>
  readonly #bundling = new Map<string, Promise<ToolBundle>>()

  constructor(
    process: HostProcess,
    facts: { readonly generation: string; readonly enclosure: HostEnclosure },
    setting: Omit<BundleSetting, 'projectRoot'>,
  ) {
    this.process = process
    this.generation = facts.generation
    this.enclosure = facts.enclosure
    this.#setting = setting
  }

  bundle(file: string, projectRoot: string): Promise<ToolBundle> {
    const known = this.#bundling.get(file)
    if (known !== undefined) return known
    const bundle = bundleTool(file, { ...this.#setting, projectRoot })
    this.#bundling.set(file, bundle)
    bundle.then(
      (made) => this.bundles.push(made),
      () => undefined,
    )
    return bundle
  }
}

/** Starts, keeps and ends host processes. */
export class HostPool {
  readonly #options: ToolHostOptions
  readonly #times: HostTimes
  readonly #limits: HostLimits
  readonly #good: LastGood
  readonly #current = new Map<string, Promise<PooledHost>>()
  /** Of those that have started, the last ones. */
  readonly #newest = new Map<string, PooledHost>()
  readonly #all = new Set<PooledHost>()
  readonly #idle = new Map<PooledHost, NodeJS.Timeout>()
  readonly #means: ReturnType<typeof createMeans>

  constructor(options: ToolHostOptions, times: HostTimes, limits: HostLimits, good: LastGood) {
    this.#options = options
    this.#times = times
    this.#limits = limits
    this.#good = good
    this.#means = createMeans({ ...options, env: options.env ?? process.env })
  }

  /** The process of the newest generation, started when there is none. Resolves once it is ready. */
  async host({ run, sources, debug }: HostOwner, interpreter: Interpreter): Promise<PooledHost> {
    const generation = await this.#generation(sources, interpreter)
    if (debug === true) return this.#debugHost(run, sources, { ...interpreter, debug }, generation)
    const key = `${JSON.stringify(interpreter)} ${keyOfSources(sources)}`
    const entry = this.#current.get(key)
    const known = await entry?.catch(() => undefined)
    const fits = known?.generation === generation && known.process.takesRuns
    // Another call may have started one while this one looked.
    if (!fits && this.#current.get(key) === entry) this.#current.set(key, this.#start(sources, interpreter, generation))
    const starting = this.#current.get(key) ?? this.#start(sources, interpreter, generation)
    const host = await starting
    if (this.#current.get(key) === starting) this.#newest.set(key, host)
    host.runs.add(run)
    if (known !== undefined && known !== host) this.#review(known)
    await host.process.ready
    return host
  }

  /** A debugger belongs to one run: nobody else may stand still with it. */
  async #debugHost(
    run: RunId,
    sources: ToolSources,
    interpreter: Interpreter,
    generation: string,
  ): Promise<PooledHost> {
    const host = await this.#start(sources, interpreter, generation)
    host.runs.add(run)
    await host.process.ready
    return host
  }

  /** Variables of the project count like a file: a process has those of its start. */
  async #generation(sources: ToolSources, { language }: Interpreter): Promise<string> {
    const files = await toolGeneration(sources, language, factsThisTurn)
    const variables = this.#options.projectEnv?.(sources.projectRoot) ?? {}
    return JSON.stringify([files, withoutSecrets(variables, sources.variables)])
  }

  /** The run will not call again. */
  leave(run: RunId, host: PooledHost): void {
    host.runs.delete(run)
    this.#review(host)
  }

  async dispose(): Promise<void> {
    for (const host of this.#all) host.process.kill()
    await Promise.all([...this.#all].map((host) => host.process.ended))
  }

  async #start(sources: ToolSources, interpreter: Interpreter, generation: string): Promise<PooledHost> {
    const options = this.#options
    mkdirSync(projectCache(options.cacheFolder, sources.projectRoot), { recursive: true })
    const enclosure = await this.#enclosure(sources, interpreter)
    const setting = {
      ...{ options, times: this.#times, limits: this.#limits, enclosure, good: this.#good },
      onEmpty: () => this.#review(host),
    }
    const bundling = { cacheFolder: options.cacheFolder, modules: options.assets.modules }
    const facts = { generation, enclosure }
    const host: PooledHost = new PooledHost(startHost(sources, interpreter, setting), facts, bundling)
    this.#all.add(host)
    void host.process.ended.then(() => {
      this.#all.delete(host)
      for (const [key, one] of this.#newest) if (one === host) this.#newest.delete(key)
      this.#stopIdling(host)
    })
    return host
  }

  async #enclosure(sources: ToolSources, { language }: Interpreter): Promise<HostEnclosure> {
    const chosen = chooseEnclosure(sources, language, await this.#means())
    if (!chosen.ok) throw new EnclosureMissing(chosen.error)
    return chosen.value
  }

  /** Ends a process that nobody needs: at once when a newer generation took its place, else after a while. */
  #review(host: PooledHost): void {
    if (isNeeded(host)) return
    host.neededAt = performance.now()
    if (![...this.#newest.values()].includes(host)) host.process.kill()
    else if (!this.#idle.has(host)) this.#endLater(host, this.#times.idleMs)
  }

  /** Each call and each run ends with a review: one clock for all of them, which looks again when it was needed since. */
  #endLater(host: PooledHost, ms: number): void {
    const look = () => {
      this.#idle.delete(host)
      if (isNeeded(host)) return
      const left = host.neededAt + this.#times.idleMs - performance.now()
      if (left > 0) this.#endLater(host, left)
      else host.process.kill()
    }
    this.#idle.set(host, setTimeout(look, ms).unref())
  }

  #stopIdling(host: PooledHost): void {
    clearTimeout(this.#idle.get(host))
    this.#idle.delete(host)
  }
}

/** A run is bound to it, a call is in it, or it is gone already. */
function isNeeded({ runs, process }: PooledHost): boolean {
  return runs.size > 0 || process.calls > 0 || !process.isAlive
}
