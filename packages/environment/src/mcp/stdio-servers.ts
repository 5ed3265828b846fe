// Programs that are MCP servers: one for each session, folder and command, started when it is asked and kept for a while.
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { McpListener, McpProgram, McpServer } from '@slyglass/runtime'
import { McpUnreached } from '@slyglass/runtime/failures'
import { createMeans } from '../sandbox/find-means.ts'
import type { SandboxMeans } from '../sandbox/levels.ts'
import { reasonOf } from './ask-session.ts'
import { openClient } from './open-client.ts'
import { programName, programStart } from './program-start.ts'
import { type ProgramStart, StdioTransport } from './stdio-transport.ts'

export interface StdioOptions {
  /** The server's environment: PATH and a few neutral variables of it reach a program. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** True for folders whose programs may be started. */
  readonly isTrusted: (projectRoot: string) => Promise<boolean>
  /** Files and folders that programs must not see, where they are enclosed. */
  readonly hide?: readonly string[]
  /** `auto`: bubblewrap where it runs. `host`: plain child processes. */
  readonly isolation?: 'auto' | 'host'
  /** `off`: no program opens a connection. */
  readonly network?: 'on' | 'off'
  /** A program that nobody asks ends after this. */
  readonly idleMs?: number
}

const IDLE_MS = 60_000
/** A program that was told of a cancelled call and does not answer in this time is ended. */
const PING_MS = 3_000

interface Running {
  readonly transport: StdioTransport
  readonly listeners: Set<McpListener>
  client: Promise<Client>
  asked: number
  /** Its tools were read, and it has said since then that they changed. */
  listed: boolean
  changed: boolean
  idle?: NodeJS.Timeout
  /** While it is found out whether a cancelled call left it able to answer. */
  settling?: Promise<void>
}

export class StdioServers {
  readonly #options: StdioOptions
  readonly #running = new Map<string, Running>()
  readonly #means: () => Promise<SandboxMeans>

  constructor(options: StdioOptions) {
    this.#options = options
    this.#means = createMeans(options)
  }

  /** Work in the session of a program. A program that ended is started again for the next work, never in the middle of one. */
  async ask<T>(
    server: McpServer & { readonly program: McpProgram },
    signal: AbortSignal,
    on: McpListener,
    work: (client: Client, running: { listed: boolean; changed: boolean }) => Promise<T>,
  ): Promise<T> {
    const running = await this.#take(server)
    if (running.asked === 0) running.transport.forgetSaid()
    running.listeners.add(on)
    running.asked += 1
    clearTimeout(running.idle)
    let client: Client | undefined
    try {
      client = await orAborted(running.client, signal)
      return await work(client, running)
    } catch (error) {
      if (signal.aborted && client !== undefined) running.settling = this.#settle(running, client)
      signal.throwIfAborted()
      const ended = running.transport.endedWords
      const reason = ended === undefined ? reasonOf(error) : `${programName(server.program)} ${ended}`
      throw client === undefined ? new McpUnreached(reason) : new Error(reason)
    } finally {
      running.listeners.delete(on)
      running.asked -= 1
      this.#rest(running)
    }
  }

  /** Ends all of them. */
  async dispose(): Promise<void> {
    const all = [...this.#running.values()]
    this.#running.clear()
    await Promise.all(all.map((one) => this.#stop(one)))
  }

  async #take(server: McpServer & { readonly program: McpProgram }): Promise<Running> {
    const { program } = server
    const { projectRoot } = program
    if (!(await this.#options.isTrusted(projectRoot)))
      throw new Error(
        `${projectRoot} is not trusted, so ${programName(program)} is not started. Trust the folder first.`,
      )
    const key = JSON.stringify(program)
    await this.#running.get(key)?.settling
    const known = this.#running.get(key)
    if (known !== undefined && known.transport.endedWords === undefined) return known
    const { env, hide = [] } = this.#options
    const start = programStart(program, { env, hide, means: await this.#means() })
    if (!start.ok) throw new McpUnreached(start.error)
    // Another caller may have been faster.
    const meanwhile = this.#running.get(key)
    if (meanwhile !== undefined && meanwhile.transport.endedWords === undefined) return meanwhile
    return this.#begin(key, start.value)
  }

  #begin(key: string, start: ProgramStart): Running {
    const transport = new StdioTransport(start)
    const listeners = new Set<McpListener>()
    const told: McpListener = {
      output: (text) => {
        for (const one of listeners) one.output?.(text)
      },
      listChanged: () => {
        running.changed = running.listed
        if (running.listed) for (const one of listeners) one.listChanged?.()
      },
    }
    const never = new AbortController().signal
    const running: Running = {
      transport,
      listeners,
      client: openClient(transport, never, told),
      asked: 0,
      listed: false,
      changed: false,
    }
    running.client.catch(() => transport.kill())
    this.#running.set(key, running)
    return running
  }

  /** After a cancelled call: one that is stuck in it answers nobody any more, so it is ended. */
  async #settle(running: Running, client: Client): Promise<void> {
    try {
      await client.ping({ timeout: PING_MS })
    } catch {
      this.#forget(running)
      running.transport.kill()
    }
  }

  #rest(running: Running): void {
    if (running.asked > 0) return
    running.idle = setTimeout(() => {
      this.#forget(running)
      void this.#stop(running)
    }, this.#options.idleMs ?? IDLE_MS)
    running.idle.unref()
  }

  #forget(running: Running): void {
    for (const [key, one] of this.#running) if (one === running) this.#running.delete(key)
  }

  async #stop(running: Running): Promise<void> {
    clearTimeout(running.idle)
    await running.transport.close().catch(() => undefined)
  }
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stopped = () => reject(signal.reason)
    if (signal.aborted) stopped()
    signal.addEventListener('abort', stopped, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stopped))
  })
}
