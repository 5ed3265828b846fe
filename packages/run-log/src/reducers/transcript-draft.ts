// A transcript while one batch is applied: lists and calls are copied when they are first touched, then changed in place.
import type { SpanId } from '@slyglass/base'
import type { Batch, Outcome } from '../events.ts'
import { activatingCall, codeCallerOf, enclosingAgent } from '../paths.ts'
import type { Transcript, TranscriptCall, TranscriptEntry } from '../views.ts'
import type { Mutable } from './fold.ts'

type Call = Mutable<TranscriptCall> & { inner: TranscriptEntry[] }
type Calls = Extract<TranscriptEntry, { kind: 'calls' }>
type Said = Extract<TranscriptEntry, { kind: 'agent' }>

/** An open model call: whose, since when, and where its words will stand among the entries. */
interface Asking {
  readonly agent: string
  readonly at: number
  readonly place: number
}

interface Hidden extends Transcript {
  readonly names?: ReadonlyMap<SpanId, string>
  readonly asking?: ReadonlyMap<SpanId, Asking>
  readonly command?: string | undefined
}

/** The mutable side of `Transcript`. */
export class TranscriptDraft {
  lastSeq: number
  running: boolean
  outcome: Outcome | undefined
  /** What was typed, where the run carries out a command. */
  command: string | undefined
  readonly entries: TranscriptEntry[]
  readonly #names: Map<SpanId, string>
  readonly #asking: Map<SpanId, Asking>
  /** Calls that were copied for this batch. */
  readonly #own = new Map<SpanId, Call>()

  constructor(state: Hidden) {
    this.lastSeq = state.lastSeq
    this.running = state.running
    this.outcome = state.outcome
    this.command = state.command
    this.entries = [...state.entries]
    this.#names = new Map(state.names)
    this.#asking = new Map(state.asking)
  }

  done(): Hidden {
    const { lastSeq, entries, running, outcome, command } = this
    const hidden = { names: this.#names, asking: this.#asking, command }
    return { lastSeq, entries, running, ...hidden, ...(outcome !== undefined && { outcome }) }
  }

  /** Who an agent is, so that its words carry its name. */
  name(agent: SpanId, name: string): void {
    this.#names.set(agent, name)
  }

  /** A model is asked: its words will stand here, whatever is said meanwhile (law E4: deltas may be missing). */
  ask(model: SpanId, agent: string, at: number): void {
    const span = enclosingAgent(model)
    if (span !== undefined) this.#names.set(span, agent)
    this.#asking.set(model, { agent, at, place: this.#listAround(model).length })
  }

  endAsking(model: SpanId): void {
    this.#asking.delete(model)
  }

  agentOf(span: SpanId): string {
    return this.#names.get(enclosingAgent(span) ?? span) ?? ''
  }

  /** Where the entries of an agent stand: at the top, or inside the call that activated it. */
  listOf(agent: SpanId): TranscriptEntry[] {
    const call = activatingCall(agent)
    return (call === undefined ? undefined : this.#call(call)?.inner) ?? this.entries
  }

  addCall({ id: batch, mode }: Batch, agent: string, call: TranscriptCall): void {
    const list = this.#listAround(call.span)
    // An agent has one batch at a time, so only the newest calls can be of this one.
    const at = list.findLastIndex((entry) => entry.kind === 'calls')
    const known = list[at]
    const before = known?.kind === 'calls' && known.batch === batch ? known : undefined
    const waits = mode === 'sequential' && before?.calls.some(({ finishedAt }) => finishedAt === undefined) === true
    const own: Call = { ...call, ...(waits && { state: 'queued' }), inner: [] }
    this.#own.set(call.span, own)
    if (before !== undefined) list[at] = { ...before, calls: [...before.calls, own] }
    else list.push({ kind: 'calls', batch, mode, agent, calls: [own] })
  }

  /** Of calls that run one after the other each begins where the one before it has ended. */
  startNext(ended: SpanId, at: number): void {
    const entry = this.#listAround(ended).findLast(
      (one): one is Calls => one.kind === 'calls' && one.calls.some(({ span }) => span === ended),
    )
    if (entry?.mode !== 'sequential') return
    const next = entry.calls.find(({ finishedAt }) => finishedAt === undefined)
    if (next?.state === 'queued')
      this.editCall(next.span, (call) => Object.assign(call, { state: 'running', startedAt: at }))
  }

  /** Takes away what was only true while the run went on. */
  dropPassing(): void {
    const at = this.entries.findIndex((entry) => entry.kind === 'note' && entry.passing === true)
    if (at !== -1) this.entries.splice(at, 1)
  }

  /** False where there is no such call. */
  editCall(span: SpanId, change: (call: Call) => void): boolean {
    const call = this.#call(span)
    if (call !== undefined) change(call)
    return call !== undefined
  }

  /** More words of a model. */
  grow(model: SpanId, more: string): void {
    const before = this.#said(model)?.entry
    this.say(model, before?.streaming === true ? before.text + more : more, true)
  }

  /** A model's whole words so far; undefined: no more words, whatever there were. */
  say(model: SpanId, text: string | undefined, streaming: boolean): void {
    const list = this.#listAround(model)
    const said = this.#said(model)
    const asking = this.#asking.get(model)
    if (said !== undefined) list[said.at] = { ...said.entry, text: text ?? said.entry.text, streaming }
    else if (text !== undefined && asking !== undefined)
      list.splice(asking.place, 0, { kind: 'agent', span: model, agent: asking.agent, text, streaming, at: asking.at })
  }

  #said(model: SpanId): { readonly at: number; readonly entry: Said } | undefined {
    const list = this.#listAround(model)
    // A model's words stand where it was asked or later; looking further back would cost the whole conversation.
    const first = this.#asking.get(model)?.place ?? 0
    for (let at = list.length - 1; at >= first; at -= 1) {
      const entry = list[at]
      if (entry?.kind === 'agent' && entry.span === model) return { at, entry }
    }
    return undefined
  }

  /** What code of a model calls stands below the call that runs the code. */
  #listAround(span: SpanId): TranscriptEntry[] {
    const caller = codeCallerOf(span)
    const outer = caller === undefined ? undefined : this.#call(caller)
    if (outer?.tool === 'run_code') return outer.inner
    const agent = enclosingAgent(span)
    return agent === undefined ? this.entries : this.listOf(agent)
  }

  /** The call, ready to be changed; everything above it is copied on the way. */
  #call(span: SpanId): Call | undefined {
    const mine = this.#own.get(span)
    if (mine !== undefined) return mine
    const list = this.#listAround(span)
    const at = list.findLastIndex((entry) => entry.kind === 'calls' && entry.calls.some((call) => call.span === span))
    const entry = list[at]
    if (entry?.kind !== 'calls') return undefined
    return this.#ownCalls(list, at, entry).find((call) => call.span === span)
  }

  #ownCalls(list: TranscriptEntry[], at: number, entry: Calls): readonly Call[] {
    const calls = entry.calls.map((call) => this.#own.get(call.span) ?? { ...call, inner: [...call.inner] })
    for (const call of calls) this.#own.set(call.span, call)
    list[at] = { ...entry, calls }
    return calls
  }
}
