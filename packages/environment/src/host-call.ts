// One call in a host process, from its start to its only reply, and the ladder that stops it.
import { relative, sep } from 'node:path'
import { type JsonText, onAbort, sha256 } from '@slyglass/base'
import type { HostCall, HostCallInfo, HostReply, HostUseReply } from '@slyglass/runtime'
import type { CallEvent, CallSink, HostProcess, LostHost } from './host-process.ts'
import type { CallPlace } from './host-thread.ts'
import { type OutputStream, WhoseLines } from './loose-output.ts'
import {
  type DoneMessage,
  type FoundMessage,
  type FoundText,
  type FromHost,
  NO_TEXTS,
  type UnsentCall,
} from './messages.ts'
import type { HostTimes } from './options.ts'
import type { PendingSly } from './pending-sly.ts'
import { cancelledReply, failedReply } from './replies.ts'
import type { HostEnclosure } from './sandbox/levels.ts'
import type { StartTurn } from './start-order.ts'
import { isInside } from './tool-places.ts'
import { untilAborted } from './until-aborted.ts'
import { WholeLines } from './whole-lines.ts'

export interface CallSetting {
  readonly host: HostProcess
  readonly language: 'python' | 'typescript'
  readonly enclosure: HostEnclosure
  readonly times: HostTimes
  readonly outputBytes: number
  /** What hosts reported of the run's board. */
  readonly pending: PendingSly
  readonly turn: StartTurn
  /** What a person is told as soon as it starts. */
  readonly warning?: string
  /** What the process found behind this class before, if it did. */
  readonly known: FoundText | undefined
  /** The class is there, so its file loads. */
  readonly onFound: (found: FoundText) => void
  /** What the tool says, in whole lines. */
  readonly onLines: (text: string) => void
}

const REPLACED =
  'Code of this run put another version of the class in its place: the source that is named here is the version before it.'

/** Runs the call, whose message is its own. Rejects only with what `onStart` or `onUse` rejected with. */
export function runHostCall(call: HostCall, message: UnsentCall, setting: CallSetting): Promise<HostReply> {
  return new Promise((resolve, reject) => new HostCallRun(call, message, setting, resolve, reject).begin())
}

class HostCallRun implements CallSink {
  readonly #call: HostCall
  readonly #message: UnsentCall
  readonly #setting: CallSetting
  readonly #resolve: (reply: HostReply) => void
  readonly #reject: (error: unknown) => void
  #release: () => void = () => undefined
  #place: CallPlace | undefined
  #lines: WholeLines | undefined
  #whose: WhoseLines | undefined
  #timer: NodeJS.Timeout | undefined
  #isStopping = false
  #isSettled = false
  /** The attempt is committed. */
  #hasBegun = false
  #wasReplaced = false
  #looseBytes = 0
  #looseLeftOut = 0

  constructor(
    call: HostCall,
    message: UnsentCall,
    setting: CallSetting,
    resolve: (reply: HostReply) => void,
    reject: (error: unknown) => void,
  ) {
    this.#call = call
    this.#message = message
    this.#setting = setting
    this.#resolve = resolve
    this.#reject = reject
  }

  get run(): string {
    return this.#call.run
  }

  get tool(): string {
    return this.#message.origin.at(-1)?.tool ?? this.#message.class
  }

  begin(): void {
    const { host, known } = this.#setting
    host.begin(this.#message.call, this)
    // The process was gone before anything was sent.
    if (this.#isSettled) return
    if (known === undefined) void this.#send()
    else void this.#beginKnown(known)
  }

  /** The process found this class before: the attempt is committed first, and one message there and back is enough. */
  async #beginKnown(known: FoundText): Promise<void> {
    const { host } = this.#setting
    const { call } = this.#message
    try {
      await this.#commitStart(known)
    } catch (error) {
      this.#isSettled = true
      this.#reject(error)
      host.forget(call)
      return
    }
    const { turn, language } = this.#setting
    if (turn.before !== undefined) await turn.before
    if (this.#isSettled) return
    if (this.#call.signal.aborted) return this.#giveUp()
    this.#message.permit = language === 'python' ? known : true
    const sending = this.#send()
    if (sending !== undefined) await sending
    turn.pass()
  }

  /** Sends it at once, or when there is room for it. */
  #send(): Promise<void> | undefined {
    const place = this.#setting.host.placeOf(this.#call.run, this.#message.call)
    return place instanceof Promise ? this.#sendWhenGranted(place) : this.#sendTo(place)
  }

  async #sendWhenGranted(granting: Promise<CallPlace>): Promise<void> {
    const place = await untilAborted(this.#call.signal, granting)
    if (this.#isSettled) return
    if (place === 'aborted') this.#giveUp()
    else this.#sendTo(place)
  }

  /** The board is as it is now, whatever was written on it since the call was prepared. */
  #sendTo(place: CallPlace): undefined {
    const { pending } = this.#setting
    this.#place = place
    this.#message.sly = pending.textsFor(this.#call.sly)
    this.#message.seen = pending.seen(place)
    place.send(this.#message)
    if (this.#call.signal.aborted) this.#stop()
    else this.#release = onAbort(this.#call.signal, () => this.#stop())
  }

  again(): void {
    if (this.#isStopping) this.#giveUp()
    else void this.#send()
  }

  /** It was stopped before it was sent. */
  #giveUp(): void {
    this.#settle(cancelledReply())
    this.#setting.host.forget(this.#message.call)
  }

  message(message: CallEvent): void {
    if (this.#isSettled) return
    if (message.type === 'found') void this.#onFound(message)
    else if (message.type === 'private') this.#call.onPrivate?.(new Map(Object.entries(message.values)))
    else if (message.type === 'out') this.#onOut(message)
    else if (message.type === 'use') void this.#onUse(message)
    else if (message.type === 'debugger') this.#call.onNote?.(message.text)
    else this.#call.onProgress(message.structureJson ?? undefined, message.content)
  }

  #onOut({ fd, text, cut }: Extract<FromHost, { type: 'out' }>): void {
    this.#call.onOutput(fd, text)
    this.#says(text)
    if (cut === true) this.#call.onOutputCut?.(fd)
  }

  #says(text: string): void {
    this.#lines ??= new WholeLines(this.#setting.onLines)
    this.#lines.push(text)
  }

  /** The tool's code calls another tool; what comes of it goes back into the same process. */
  async #onUse({ use, tool, argsJson, handler }: Extract<FromHost, { type: 'use' }>): Promise<void> {
    const none: HostUseReply = { ok: false, kind: 'value', message: `No agent_tool_spec for ${tool}` }
    let reply: HostUseReply
    try {
      const asked = handler ? this.#call.middleware?.handler?.(argsJson) : this.#call.onUse?.(tool, argsJson)
      reply = (await asked) ?? none
    } catch (error) {
      this.#breakOff(error)
      return
    }
    const { call } = this.#message
    const said = reply.ok ? madeCall(reply) : { kind: reply.kind, text: reply.message }
    this.#place?.send({ type: 'used', call, use, ok: reply.ok, ...said })
  }

  #commitStart(found: FoundText): Promise<void> {
    const { language, enclosure, warning } = this.#setting
    const { file, sha } = sourceOf(found, this.#call.sources.projectRoot)
    const warned = warning === undefined ? {} : { warnings: [warning] }
    const info = { language, file, sha, isolation: enclosure.level, ...warned }
    this.#hasBegun = true
    return this.#call.onStart(enclosure.network === 'off' ? { ...info, offline: true } : info)
  }

  async #onFound({ file, sha }: FoundMessage): Promise<void> {
    this.#setting.onFound({ file, sha })
    this.#wasReplaced = this.#hasBegun
    try {
      if (!this.#hasBegun) await this.#commitStart({ file, sha })
    } catch (error) {
      this.#breakOff(error)
      return
    }
    await this.#setting.turn.before
    // On a wire of its own it could overtake that the call is stopped.
    if (!this.#isStopping) this.#place?.send({ type: 'go', call: this.#message.call })
    this.#setting.turn.pass()
  }

  /** Our own side failed: nobody waits for the tool any more. */
  #breakOff(error: unknown): void {
    if (this.#isSettled) return
    this.#isSettled = true
    this.#reject(error)
    this.#stop()
  }

  /** Cancel, then interrupt, then abandon: each step when the one before had no effect in time. */
  #stop(): void {
    if (this.#isStopping) return
    this.#isStopping = true
    const { host, times } = this.#setting
    const { call } = this.#message
    host.noteStop()
    this.#place?.send({ type: 'cancel', call })
    this.#after(times.cancelMs, () => {
      host.interrupt(call)
      if (!this.#isSettled)
        this.#after(times.interruptMs, () => {
          this.#place?.send({ type: 'abandon', call })
          host.drain()
          this.#after(times.abandonMs, () => {
            this.#settle({ ...cancelledReply(), abandoned: true })
            host.forget(call)
          })
        })
    })
  }

  #after(ms: number, step: () => void): void {
    this.#timer = setTimeout(step, ms)
  }

  loose(stream: OutputStream, said: string, speakers: readonly string[]): void {
    this.#whose ??= new WhoseLines()
    const text = this.#whose.mark(said, speakers)
    const room = Math.max(0, this.#setting.outputBytes - this.#looseBytes)
    this.#looseBytes += text.length
    if (room > 0) this.#call.onOutput(stream, text.slice(0, room))
    if (room > 0) this.#says(text.slice(0, room))
    if (text.length > room && this.#looseLeftOut === 0) this.#call.onOutputCut?.(stream)
    this.#looseLeftOut += Math.max(0, text.length - room)
  }

  done(message: DoneMessage): void {
    if (this.#looseLeftOut > 0) {
      this.#call.onOutput('stderr', `\n[${this.#looseLeftOut.toLocaleString('en')} bytes more were left out]\n`)
    }
    const kept = this.#kept(message)
    if (this.#place !== undefined) this.#setting.pending.report(this.#place, kept.sly)
    const reply = replyOf(kept)
    this.#settle(this.#wasReplaced ? { ...reply, warnings: [REPLACED, ...(reply.warnings ?? [])] } : reply)
  }

  /** Where there is too much on the board, nothing that the call changed is taken; its host hears of that with the next call. */
  #kept(message: DoneMessage): DoneMessage {
    const isMore = !message.abandoned && Object.keys(message.sly.set).length > 0
    const why = isMore ? this.#call.refuses?.(message.sly) : undefined
    if (why === undefined) return message
    const { call, abandoned, synchronous, holds, reads, warnings, sly } = message
    const untold = { set: {}, del: [], opaque: {}, base: {}, report: sly.report }
    if (!message.ok && message.code === 'cancelled') return { ...message, sly: untold }
    const facts = { type: 'done', call, abandoned, synchronous, holds, reads, warnings, sly: untold } as const
    const words = `What the call wrote into the sly data is not kept: ${why}.`
    return { ...facts, ok: false, code: 'sly-too-large', message: words, text: `Error: ${words}`, traceback: '' }
  }

  lost(failure: LostHost): void {
    if (this.#isStopping) {
      this.#settle(cancelledReply())
      return
    }
    const text = 'Error: the process that ran this tool ended unexpectedly.'
    const { code = 'host-lost', ...said } = failure
    const again = code === 'host-lost' ? { retryable: true } : {}
    this.#settle(failedReply({ code, ...again, ...said }, code === 'host-lost' ? text : `Error: ${said.message}`))
  }

  #settle(reply: HostReply): void {
    this.#isSettled = true
    this.#lines?.end('\n')
    if (this.#timer !== undefined) clearTimeout(this.#timer)
    this.#release()
    this.#resolve(reply)
  }
}

const sources = new WeakMap<FoundText, Pick<HostCallInfo, 'file' | 'sha'>>()

/** The source as it is told. What a process has found belongs to one project. */
function sourceOf(found: FoundText, projectRoot: string): Pick<HostCallInfo, 'file' | 'sha'> {
  const told = sources.get(found)
  if (told !== undefined) return told
  const inside = isInside(found.file, projectRoot)
  const file = inside ? relative(projectRoot, found.file).split(sep).join('/') : found.file
  const source = { file, sha: sha256(found.sha) }
  sources.set(found, source)
  return source
}

function replyOf(message: DoneMessage): HostReply {
  return isPlain(message) ? plainReply(message) : fullReply(message)
}

type Success = Extract<DoneMessage, { ok: true }>

/** It tells what every call tells, and nothing more. */
function isPlain(message: DoneMessage): message is Success {
  return message.ok && message.warnings === undefined && message.updateJson === undefined && message.media === undefined
}

const NO_BASE: ReadonlyMap<string, JsonText> = new Map()

function plainReply({ sly, reads, abandoned, synchronous, text, valueJson }: Success): HostReply {
  const { set, del, opaque, base } = sly
  return {
    sly: { set, del, opaque },
    slyBase: base === NO_TEXTS ? NO_BASE : new Map(Object.entries(base)),
    reads: reads ?? undefined,
    abandoned,
    synchronous,
    text,
    ok: true,
    value: resultOf(text, valueJson),
  }
}

/** A result that is its text is told once. */
function resultOf(text: string, valueJson: string | null | undefined): JsonText | undefined {
  return valueJson === undefined ? JSON.stringify(text) : (valueJson ?? undefined)
}

function fullReply(message: DoneMessage): HostReply {
  const { set, del, opaque, base } = message.sly
  const facts = {
    sly: { set, del, opaque },
    slyBase: new Map(Object.entries(base)),
    reads: message.reads ?? undefined,
    abandoned: message.abandoned,
    synchronous: message.synchronous,
    text: message.text,
    ...(message.warnings !== undefined && { warnings: message.warnings }),
  }
  if (message.ok) {
    const { valueJson, updateJson: update, media } = message
    const more = { ...(update !== undefined && { update }), ...(media !== undefined && { media }) }
    return { ...facts, ok: true, value: resultOf(message.text, valueJson), ...more }
  }
  if (message.code === 'cancelled') return { ...cancelledReply(), ...facts, text: cancelledReply().text }
  const detail = message.traceback.trim() === '' ? {} : { detail: message.traceback }
  const category = message.category === undefined ? {} : { category: message.category }
  const failure = { code: message.code, message: message.message, ...detail, ...category }
  const { valueJson: value } = message
  if (value === null || value === undefined) return { ...facts, ok: false, failure }
  // The tool did its work: doing it again would mend no renderer.
  return { ...facts, ok: false, failure: { ...failure, retryable: false }, value }
}

function madeCall({ text, failed, value }: Extract<HostUseReply, { ok: true }>) {
  return {
    kind: 'text' as const,
    text,
    ...(failed === true && { failed: true as const }),
    ...(value !== undefined && { valueJson: value }),
  }
}
