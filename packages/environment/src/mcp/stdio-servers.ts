// Programs that are MCP servers: one for each session, folder and command, started when it is asked and kept for a while.
import { dirname, resolve } from 'node:path'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { type McpListener, type McpProgram, type McpServer, McpUnreached } from '@slyglass/runtime'
import { neutralVariables } from '../child-environment.ts'
import { enclose, hasBubblewrap } from '../isolation.ts'
import { isInside } from '../tool-places.ts'
import { reasonOf } from './ask-session.ts'
import { openClient } from './open-client.ts'
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
  /** A program that nobody asks ends after this. */
  readonly idleMs?: number
}

const IDLE_MS = 60_000
/** A program that was told of a cancelled call and does not answer in this time is ended. */
const PING_MS = 2_000

interface Running {
  readonly transport: StdioTransport
  readonly listeners: Set<McpListener>
  client: Promise<Client>
  asked: number
  /** Its tools were read, and it has said since then that they changed. */
  listed: boolean
  changed: boolean
  idle?: NodeJS.Timeout
}

export class StdioServers {
  readonly #options: StdioOptions
  readonly #running = new Map<string, Running>()
  #encloses: Promise<boolean> | undefined

  constructor(options: StdioOptions) {
    this.#options = options
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
      if (signal.aborted && client !== undefined) void this.#settle(running, client)
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
    const known = this.#running.get(key)
    if (known !== undefined && known.transport.endedWords === undefined) return known
    const start = await this.#startOf(program)
    // Another caller may have been faster.
    const meanwhile = this.#running.get(key)
    if (meanwhile !== undefined && meanwhile.transport.endedWords === undefined) return meanwhile
    return this.#begin(key, start)
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

  async #startOf(program: McpProgram): Promise<ProgramStart> {
    const { args, env, projectRoot, cwd = '.', environment } = program
    const folder = resolve(projectRoot, cwd)
    if (folder !== projectRoot && !isInside(folder, projectRoot))
      throw new Error(
        `The folder "${cwd}" of ${programName(program)} lies outside of the project, so it is not started.`,
      )
    const variables = { ...neutralVariables(this.#options.env), ...env }
    const bare = [program.command, ...args]
    const isOffline = environment?.network === 'off'
    if (await this.#canEnclose()) {
      const network = isOffline ? ('off' as const) : ('on' as const)
      const enclosure = { projectRoot, readable: readableOf(program.command), hide: this.#options.hide ?? [] }
      return { command: enclose(bare, { ...enclosure, network, folder }), cwd: folder, env: variables }
    }
    const wish = environment?.sandbox ?? 'auto'
    if (isOffline || wish !== 'auto')
      throw new Error(
        `${programName(program)} is not started: the network asks for ${isOffline ? 'no connections' : `the enclosure ${wish}`}, which needs bubblewrap for a program, and this machine has none.`,
      )
    return { command: bare, cwd: folder, env: variables }
  }

  #canEnclose(): Promise<boolean> {
    if (this.#options.isolation === 'host') return Promise.resolve(false)
    this.#encloses ??= hasBubblewrap(this.#options.env)
    return this.#encloses
  }

  /** After a cancelled call: one that is stuck in it answers nobody any more, so it is ended. */
  async #settle(running: Running, client: Client): Promise<void> {
    try {
      await client.ping({ timeout: PING_MS })
    } catch {
      running.transport.kill()
    }
  }

  #rest(running: Running): void {
    if (running.asked > 0) return
    running.idle = setTimeout(() => {
      for (const [key, one] of this.#running) if (one === running) this.#running.delete(key)
      void this.#stop(running)
    }, this.#options.idleMs ?? IDLE_MS)
    running.idle.unref()
  }

  async #stop(running: Running): Promise<void> {
    clearTimeout(running.idle)
    await running.transport.close().catch(() => undefined)
  }
}

export function programName({ command, args }: Pick<McpProgram, 'command' | 'args'>): string {
  return `The program "${[command, ...args].join(' ').slice(0, 200)}"`
}

/** A program with a path may lie in a folder that is covered, and needs what lies beside its own. */
function readableOf(command: string): readonly string[] {
  const folder = dirname(dirname(command))
  return command.startsWith('/') && folder !== '/' ? [folder] : []
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stopped = () => reject(signal.reason)
    if (signal.aborted) stopped()
    signal.addEventListener('abort', stopped, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stopped))
  })
}
