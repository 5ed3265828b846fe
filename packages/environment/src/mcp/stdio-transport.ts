// An MCP server that is a program here: messages are lines on its standard streams.
import { type ChildProcess, spawn } from 'node:child_process'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { readLines } from '../read-lines.ts'
import { lastLines } from '../whole-lines.ts'
import { withExactArguments } from './exact-arguments.ts'

const LINE_BYTES = 16 * 1024 ** 2
const TAIL = 4_000
/** Characters of its last words that a failure tells. */
const SAID = 400
/** What a program gets to end by itself when its input is closed. */
const CLOSE_MS = 1_000

export interface ProgramStart {
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** One start of a program. It is over when the program has ended, for whatever reason; `endedWords` says how. */
export class StdioTransport implements Transport {
  onmessage?: Transport['onmessage']
  onclose?: () => void
  onerror?: (error: Error) => void
  readonly #start: ProgramStart
  #child: ChildProcess | undefined
  #ended: Promise<void> = Promise.resolve()
  #tail = ''
  #words: string | undefined

  constructor(start: ProgramStart) {
    this.#start = start
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** How the program ended, with the last it said; undefined while it runs. */
  get endedWords(): string | undefined {
    return this.#words
  }

  async start(): Promise<void> {
    const { cwd, env } = this.#start
    const [command = '', ...args] = this.#start.command
    // A group of its own, so that a kill reaches what it starts.
    const child = spawn(command, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true })
    this.#child = child
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => undefined)
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#tail = (this.#tail + text).slice(-TAIL)
    })
    readLines(
      child.stdout,
      LINE_BYTES,
      (line) => this.#onLine(line),
      () => this.#end(`sent a line of more than ${LINE_BYTES / 1024 ** 2} MB`),
    )
    this.#ended = new Promise((resolve) => {
      child.on('error', (error) => {
        this.#end(`could not be started (${error.message})`)
        resolve()
      })
      child.on('close', (code, signal) => {
        this.#end(signal === null ? `ended with code ${code}` : `was ended by ${signal}`)
        resolve()
      })
    })
  }

  /** What it said so far explains nothing of what comes now. */
  forgetSaid(): void {
    this.#tail = ''
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const input = this.#child?.stdin
    if (this.#words !== undefined || input?.writable !== true) throw new Error('The program is not running.')
    input.write(`${withExactArguments(JSON.stringify(message))}\n`)
  }

  /** Ends the program: its input is closed, and what is left of its group after a moment is killed. */
  async close(): Promise<void> {
    this.#child?.stdin?.end()
    const timer = setTimeout(() => this.#kill(), CLOSE_MS)
    await this.#ended
    clearTimeout(timer)
    // What it started may have outlived it.
    this.#kill()
    this.#end('was closed')
  }

  /** At once, with all that it started. */
  kill(): void {
    this.#kill()
  }

  #onLine(line: string): void {
    const message = readMessage(line)
    // Programs print to their output by mistake; such lines are no messages.
    if (message === undefined) this.#tail = `${this.#tail}${line}\n`.slice(-TAIL)
    // The library hears of progress a moment later than of an answer in the same breath, and then forgets it.
    else if ('method' in message) this.onmessage?.(message)
    else setImmediate(() => this.onmessage?.(message))
  }

  #end(how: string): void {
    if (this.#words !== undefined) return
    const last = lastLines(this.#tail, SAID).trim()
    this.#words = last === '' ? how : `${how}. It said: ${last}`
    this.#kill()
    this.onclose?.()
  }

  #kill(): void {
    const pid = this.#child?.pid
    if (pid === undefined) return
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
    } catch {
      // Nothing of it is left.
    }
  }
}

function readMessage(line: string): JSONRPCMessage | undefined {
  try {
    const message: unknown = JSON.parse(line)
    return typeof message === 'object' && message !== null ? (message as JSONRPCMessage) : undefined
  } catch {
    return undefined
  }
}
