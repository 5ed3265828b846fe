// One child process that runs tools: its start, its lines, its end.
import { type ChildProcess, spawn } from 'node:child_process'
import type { Duplex, Readable, Writable } from 'node:stream'
import { PassingMap } from '@slyglass/base'
import { CallWire } from './call-wire.ts'
import { endPrograms } from './end-programs.ts'
import { HostLanes } from './host-lanes.ts'
import type { CallPlace } from './host-thread.ts'
import { HostThreads } from './host-threads.ts'
import { LooseOutput, type LooseSink, type OutputStream } from './loose-output.ts'
import { type DoneMessage, decodeHostLine, type FromHost, type ToHost } from './messages.ts'
import { readLines } from './read-lines.ts'
import { killTree } from './sandbox/process-tree.ts'
import { type TreeBreach, TreeWatch } from './sandbox/watch-trees.ts'
import { FIRST_THREAD_FD, type ThreadCounts } from './thread-counts.ts'

/** What is said while a call runs. */
export type CallEvent = Extract<FromHost, { type: 'found' | 'debugger' | 'out' | 'private' | 'progress' | 'use' }>

/** Who waits for a call's messages. */
export interface CallSink extends LooseSink {
  message(message: CallEvent): void
  done(message: DoneMessage): void
  lost(failure: LostHost): void
  /** It has not begun, and where it was sent it never will: it is sent again. */
  again(): void
}

/** Why a process is gone; with a code where a limit ended it. */
export interface LostHost {
  readonly code?: TreeBreach['code']
  readonly message: string
  readonly detail: string
}

export interface ProcessStart {
  readonly label: string
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Python speaks on 0 and 1, Node on an extra pipe. */
  readonly wire: 'stdio' | 'pipe3'
  /** Calls are served by threads that have wires of their own. */
  readonly threads?: ThreadCounts
  readonly hello: Extract<ToHost, { type: 'hello' }>
  readonly startMs: number
  readonly onLooseOutput: (text: string) => void
  readonly clean: (text: string) => string
  readonly onGood: (path: string, text: string, name?: string) => void
  readonly onEmpty: () => void
}

type CallLine = Exclude<FromHost, { type: 'ready' | 'closed' | 'good' | 'pong' | 'ended' }>

const LINE_SLACK = 1 << 20

/** A running host. It is `usable` until it drains, ends or breaks the protocol. */
export class HostProcess {
  readonly ready: Promise<void>
  readonly ended: Promise<void>
  readonly pid: number | undefined
  readonly #start: ProcessStart
  readonly #child: ChildProcess
  readonly #wire: CallWire
  readonly #calls = new PassingMap<string, CallSink>()
  readonly #threads: HostThreads | undefined
  /** Where its runs are called. */
  readonly #places: HostThreads | HostLanes
  readonly #loose: LooseOutput
  /** Calls that have ended: what they said before is not read yet. */
  readonly #late: DoneMessage[] = []
  #isDraining = false
  #busySince = 0
  #wasStopped = false
  #end: string | undefined
  #breach: TreeBreach | undefined
  readonly #watch: TreeWatch | undefined
  #onReady: () => void = () => {}

  constructor(start: ProcessStart) {
    this.#start = start
    const { outputBytes } = start.hello.limits
    this.#loose = new LooseOutput({ calls: this.#calls, outputBytes, clean: start.clean, log: start.onLooseOutput })
    const [command = '', ...args] = start.command
    // A group of its own, so that a kill reaches what the tools started.
    this.#child = spawn(command, args, { cwd: start.cwd, env: start.env, stdio: pipesOf(start), detached: true })
    this.pid = this.#child.pid
    this.#watch = this.#watchOf(this.pid)
    const { input, output, loose } = streamsOf(this.#child, start.wire)
    this.#wire = new CallWire(input)
    this.#listen(output)
    for (const [name, stream] of loose) this.#loose.listen(name, stream)
    for (const stream of [input, output, ...loose.values()]) stream.on('error', () => {})
    this.ended = new Promise((resolve) => {
      this.#child.on('error', (error) => this.#onEnd(`could not be started (${error.message})`, resolve))
      this.#child.on('close', (code, signal) => this.#onEnd(endWords(code, signal), resolve))
    })
    this.ready = this.#awaitReady()
    this.send(start.hello)
    this.#threads = this.#openThreads()
    this.#places = this.#threads ?? new HostLanes(this.#wire, this.#laneWires())
  }

  #listen(stream: Readable, onPong = () => {}): void {
    readLines(
      stream,
      this.#start.hello.limits.resultBytes + LINE_SLACK,
      (line) => this.#onLine(line, onPong),
      () => this.#break('sent a line that is too long'),
    )
  }

  #openThreads(): HostThreads | undefined {
    const { threads: counts } = this.#start
    if (counts === undefined) return undefined
    const wires = this.#child.stdio.slice(FIRST_THREAD_FD).filter((stream): stream is Duplex => stream !== null)
    for (const wire of wires) wire.on('error', () => {})
    return new HostThreads(wires, {
      counts,
      control: (message) => this.send(message),
      listen: (wire, onPong) => this.#listen(wire, onPong),
      done: (message) => this.#onDone(message),
      again: (call) => this.#calls.get(call)?.again(),
      onNone: () => this.kill(),
    })
  }

  #laneWires(): readonly Writable[] {
    const { wire, hello } = this.#start
    if (wire !== 'stdio' || hello.lanes === undefined) return []
    const wires = hello.lanes.map((fd) => this.#child.stdio[fd]).filter((stream): stream is Duplex => stream !== null)
    for (const one of wires) one.on('error', () => {})
    return wires
  }

  get isUsable(): boolean {
    return this.#end === undefined && !this.#isDraining && this.#threads?.left !== 0
  }

  /** New runs find room in it. */
  get takesRuns(): boolean {
    return this.isUsable && (this.#threads === undefined || this.#threads.left * 2 > (this.#start.threads?.most ?? 0))
  }

  get isAlive(): boolean {
    return this.#end === undefined
  }

  get calls(): number {
    return this.#calls.size
  }

  /** Expects messages of a call, which is sent next. */
  begin(call: string, sink: CallSink): void {
    if (this.#end !== undefined) {
      sink.lost(this.#lostFailure())
      return
    }
    // What earlier calls said explains nothing of this one, and may hold what is private to another session.
    if (this.#calls.size === 0) this.#beginBusy()
    this.#calls.set(call, sink)
  }

  /** Where a call that has been announced goes. */
  placeOf(run: string, call: string): CallPlace | Promise<CallPlace> {
    return this.#places.take(run, call)
  }

  /** A call that goes on although it was cancelled. */
  interrupt(call: string): void {
    if (this.#threads === undefined) this.send({ type: 'interrupt', call })
    else this.#threads.stop(call)
  }

  #beginBusy(): void {
    this.#loose.tail = ''
    this.#wasStopped = false
    this.#busySince = performance.now()
    this.#watch?.begin(this.#busySince)
  }

  /** Its processes are counted while a call is there. Node needs room beside what its scripts hold. */
  #watchOf(pid: number | undefined): TreeWatch | undefined {
    if (pid === undefined) return undefined
    const { processes, memoryBytes } = this.#start.hello.limits
    return new TreeWatch(pid, { processes, memoryBytes: 2 * memoryBytes }, (breach) => {
      this.#breach = breach
      this.kill()
    })
  }

  /** One of the present calls is being stopped: programs that it started are ended with the last of them. */
  noteStop(): void {
    this.#wasStopped = true
  }

  send(message: ToHost): void {
    if (this.#end === undefined) this.#wire.send(message)
  }

  /** Nobody waits for the call any more; the host may still be stuck in it. */
  forget(call: string): void {
    this.#places.forget(call)
    if (this.#calls.delete(call)) this.#afterCall()
  }

  /** Takes no new runs and ends with its last call. */
  drain(): void {
    this.#isDraining = true
    this.#afterCall()
  }

  /** Closes what a run parked in its sly data. */
  closeScope(scope: string, withinMs: number): Promise<void> {
    return this.#end === undefined ? this.#places.close(scope, withinMs) : Promise.resolve()
  }

  kill(): void {
    const pid = this.#child.pid
    if (pid === undefined || this.#end !== undefined) return
    killTree(pid)
    this.#child.kill('SIGKILL')
  }

  #awaitReady(): Promise<void> {
    const ready = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#loose.tail += `\nno answer within ${this.#start.startMs} ms`
        this.kill()
      }, this.#start.startMs)
      this.#onReady = () => {
        clearTimeout(timer)
        resolve()
      }
      void this.ended.then(() => {
        clearTimeout(timer)
        reject(new Error(`${this.#start.label} ${this.#end ?? 'ended'}. ${this.#loose.tail.trim()}`.trim()))
      })
    })
    // Nobody may be waiting yet when it fails.
    ready.catch(() => {})
    return ready
  }

  #onLine(line: string, onPong: () => void): void {
    const message = decodeHostLine(line)
    if (message === undefined) this.#break('sent a line that is no message')
    else if (message.type === 'done') this.#onDone(message)
    else if (message.type === 'ready') this.#onHello(message)
    else if (message.type === 'pong') onPong()
    else if (message.type === 'ended') void this.#threads?.onEnded(message)
    else if (message.type === 'closed') this.#onClosed(message)
    else if (message.type === 'good') this.#start.onGood(message.path, message.text, message.name)
    else if (message.type === 'out' && message.call === null) this.#loose.say(message.fd, message.text)
    else this.#onCallLine(message)
  }

  /** What it has said is on its way on another descriptor: all of it is read in the next turn. Others stay behind it, as they came. */
  #onDone(message: DoneMessage): void {
    if (message.loose !== true && this.#late.length === 0) {
      this.#settle(message)
      return
    }
    this.#late.push(message)
    setImmediate(() => setImmediate(() => this.#settleLate()))
  }

  #settleLate(): void {
    const message = this.#late.shift()
    if (message !== undefined) this.#settle(message)
  }

  #settle(message: DoneMessage): void {
    if (this.#loose.isHalf && this.#calls.size === 1) this.#loose.flush()
    this.#onCallLine(message)
  }

  #onCallLine(message: CallLine): void {
    if (message.type === 'done') this.#places.onDone(message)
    const sink = this.#calls.get(message.call ?? '')
    if (sink === undefined) return
    if (message.type !== 'done') {
      sink.message(message)
      return
    }
    this.#calls.delete(message.call)
    sink.done(message)
    this.#afterCall()
  }

  #onHello({ lanes = 0 }: Extract<FromHost, { type: 'ready' }>): void {
    if (this.#places instanceof HostLanes) this.#places.onReady(lanes)
    this.#onReady()
  }

  #onClosed(message: Extract<FromHost, { type: 'closed' }>): void {
    for (const problem of message.problems ?? []) this.#start.onLooseOutput(`${problem}\n`)
    this.#places.onClosed(message)
  }

  #break(why: string): void {
    this.#loose.tail += `\nThe process ${why}.`
    this.kill()
  }

  #afterCall(): void {
    if (this.#calls.size > 0) return
    this.#watch?.end()
    if (this.#isDraining) this.kill()
    else if (this.#wasStopped && this.pid !== undefined) endPrograms(this.pid, performance.now() - this.#busySince)
    this.#start.onEmpty()
  }

  #onEnd(words: string, resolve: () => void): void {
    if (this.#end !== undefined) return
    this.kill()
    this.#watch?.end()
    this.#places.stopWaiting()
    this.#end = words
    while (this.#late.length > 0) this.#settleLate()
    this.#loose.end()
    const sinks = [...this.#calls.values()]
    this.#calls.clear()
    for (const sink of sinks) sink.lost(this.#lostFailure())
    resolve()
    this.#start.onEmpty()
  }

  #lostFailure(): LostHost {
    const detail = this.#start.clean(this.#loose.tail.trim())
    if (this.#breach !== undefined) {
      const { code, message } = this.#breach
      return { code, message: `${this.#start.label} ${message}.`, detail }
    }
    return { message: `${this.#start.label} ${this.#end ?? 'ended'}.`, detail }
  }
}

function pipesOf({ wire, threads, hello }: ProcessStart): ('pipe' | 'ignore')[] {
  if (wire === 'stdio') return ['pipe', 'pipe', 'pipe', ...(hello.lanes ?? []).map(() => 'pipe' as const)]
  return ['ignore', ...Array.from({ length: 3 + (threads?.most ?? 0) }, () => 'pipe' as const)]
}

function streamsOf(
  child: ChildProcess,
  wire: 'stdio' | 'pipe3',
): { readonly input: Writable; readonly output: Readable; readonly loose: ReadonlyMap<OutputStream, Readable> } {
  const { stdin, stdout, stderr } = child
  const pipe = child.stdio[3] as Duplex | undefined
  if (wire === 'stdio' && stdin && stdout && stderr)
    return { input: stdin, output: stdout, loose: new Map([['stderr', stderr]]) }
  if (wire === 'pipe3' && pipe && stdout && stderr) {
    const loose = new Map<OutputStream, Readable>([
      ['stdout', stdout],
      ['stderr', stderr],
    ])
    return { input: pipe, output: pipe, loose }
  }
  throw new Error('the child has no pipes')
}

function endWords(code: number | null, signal: NodeJS.Signals | null): string {
  return signal === null ? `ended unexpectedly with exit code ${code}` : `was ended by ${signal}`
}
