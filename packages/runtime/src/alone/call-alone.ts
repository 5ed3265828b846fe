// One tool by itself: its arguments are checked and it runs with the attempts of its settings, but no model is asked, no hook is
// passed, nobody has to agree, and nothing is written into a run. Private values are those of the vault that it is given.
import { isJsonObject, type JsonObject, type JsonText, parseJson, printJson, type RunId, spanId } from '@slyglass/base'
import type { Network } from '@slyglass/network'
import type { Failure } from '@slyglass/run-log'
import type { SlyVault } from '@slyglass/sly'
import {
  bindArguments,
  FAILURE_TRAITS,
  invalidArgumentsText,
  refusedArgumentsText,
  validateArguments,
  willRetry,
} from '@slyglass/tools'
import { bindFinal } from '../calls/bind-final.ts'
import type { ToolRules } from '../calls/discipline.ts'
import { TimeUp, withTimer } from '../calls/time-up.ts'
import type { HostCallInfo, HostReply, HostUseReply, RunRequest, RuntimePorts } from '../ports.ts'
import { sourcesOf } from '../tool-environment.ts'
import { withGrace } from '../with-grace.ts'
import { aloneContext } from './alone-context.ts'
import { aloneEnd, faultOfReply } from './alone-end.ts'
import { rulesAlone } from './rules-alone.ts'

/** What a call alone needs of the machine. */
export type AlonePorts = Pick<RuntimePorts, 'hosts' | 'clock' | 'digests'>

export interface AloneCall {
  /** A name for what the host keeps meanwhile; let go of with `hosts.release`. */
  readonly run: RunId
  readonly network: Network
  readonly request: Pick<RunRequest, 'documents' | 'env' | 'sources'>
  /** Name of the entry. */
  readonly tool: string
  readonly args: JsonObject
  /** A vault of its own: what the tool changes stays in it. */
  readonly vault: SlyVault
  /** What tools share. */
  readonly deps?: JsonObject
  readonly signal: AbortSignal
  onAttempt?(number: number, info: HostCallInfo): void
  onOutput?(stream: 'stdout' | 'stderr', text: string): void
  onProgress?(structure: JsonText | undefined, text: string): void
}

export interface AloneEnd {
  readonly outcome: 'ok' | 'failed' | 'cancelled'
  /** Exactly what a model would read. */
  readonly text: string
  /** The structured result, where JSON can hold it. */
  readonly value?: JsonText
  readonly failure?: Failure
  readonly attempts: number
  /** Private keys that it read, where its host can tell; those that it wrote; those that it took away. */
  readonly reads?: readonly string[]
  readonly wrote: readonly string[]
  readonly removed: readonly string[]
  readonly warnings: readonly string[]
}

export async function callAlone(ports: AlonePorts, call: AloneCall): Promise<AloneEnd> {
  const rules = await rulesAlone(ports, call)
  if ('code' in rules) return aloneEnd(rules, rules.message, 0)
  return new CallAlone(ports, call, rules).call()
}

class CallAlone {
  readonly #ports: AlonePorts
  readonly #call: AloneCall
  readonly #rules: ToolRules
  readonly #wrote = new Set<string>()
  readonly #removed = new Set<string>()
  readonly #warnings: string[] = []

  constructor(ports: AlonePorts, call: AloneCall, rules: ToolRules) {
    this.#ports = ports
    this.#call = call
    this.#rules = rules
  }

  async call(): Promise<AloneEnd> {
    const misfit = this.#misfit()
    if (misfit !== undefined) return misfit
    const { retryOn, retryBackoffMs } = this.#rules.settings
    // Without rules a call is made once, and takes as long as it takes.
    const retries = this.#rules.studio.disciplined ? this.#rules.settings.retries : 0
    for (let number = 1; ; number += 1) {
      const reply = await this.#attempt(number)
      if (this.#call.signal.aborted) return this.#told(aloneEnd(CANCELLED, CANCELLED.message, number))
      const fault = faultOfReply(reply)
      if (fault === undefined || !willRetry(fault, number, { retries, retryOn }))
        return this.#told(this.#endOf(reply, number))
      if (retryBackoffMs > 0) await this.#ports.clock.sleep(retryBackoffMs, this.#call.signal).catch(() => undefined)
      if (this.#call.signal.aborted) return this.#told(aloneEnd(CANCELLED, CANCELLED.message, number))
    }
  }

  #endOf(reply: HostReply | Failure, attempts: number): AloneEnd {
    if ('code' in reply) return aloneEnd(reply, reply.message, attempts, this.#rules)
    const reads = reply.reads === undefined ? {} : { reads: reply.reads }
    if (!reply.ok) return { ...aloneEnd(reply.failure, reply.text, attempts, this.#rules), ...reads }
    const value = reply.value === undefined ? {} : { value: reply.value }
    return { ...aloneEnd(undefined, reply.text, attempts), ...value, ...reads }
  }

  #told(end: AloneEnd): AloneEnd {
    return { ...end, wrote: [...this.#wrote], removed: [...this.#removed], warnings: this.#warnings }
  }

  /** A network without rules of its own checks as neuro-san does, which is what binding does. */
  #misfit(): AloneEnd | undefined {
    const { settings, schema, studio, tool } = this.#rules
    if (!studio.disciplined) return this.#refused()
    const { errors, schema: told } = validateArguments(settings.validateArgs, schema, this.#call.args)
    if (errors.length === 0) return undefined
    const message = `The arguments for ${tool.name} do not fit its parameters, so nothing was called.`
    const detail = JSON.stringify({ errors })
    const { category } = FAILURE_TRAITS['invalid-arguments']
    const failure = { code: 'invalid-arguments', message, category, detail }
    return aloneEnd(failure, invalidArgumentsText(tool.name, errors, told), 0)
  }

  #refused(): AloneEnd | undefined {
    const { tool } = this.#rules
    const { args } = this.#call
    if (tool.schema !== undefined) return undefined
    const bound = bindArguments(tool.parameters, args, tool.entry.args)
    if (bound.ok) return undefined
    const reasons = bound.error.map(({ field, reason }) => `${field}: ${reason}`).join('; ')
    const message = `The arguments for ${tool.name} do not fit its parameters, so nothing was called. ${reasons}.`
    return aloneEnd({ code: 'invalid-arguments', message }, refusedArgumentsText(tool.name, args, bound.error), 0)
  }

  async #attempt(number: number): Promise<HostReply | Failure> {
    const { clock } = this.#ports
    const { studio, settings, tool } = this.#rules
    const span = spanId(`alone/${tool.name}#${number}`)
    const reason = () => new TimeUp(span, 'attempt', tool.name, settings.timeoutMs ?? 0)
    const limit = { ms: studio.disciplined ? settings.timeoutMs : null, reason, signal: this.#call.signal }
    return withTimer(clock, limit, async (signal) => {
      const board = new Map(this.#call.vault.values())
      const waited = await withGrace(this.#ask(number, board, signal), signal, clock)
      if (waited.ended) this.#merge(board, waited.value)
      if (signal.reason instanceof TimeUp && !(waited.ended && waited.value.ok)) return signal.reason.failure
      return waited.ended ? waited.value : CANCELLED
    })
  }

  #ask(number: number, board: ReadonlyMap<string, JsonText>, signal: AbortSignal): Promise<HostReply> {
    const { hosts, digests } = this.#ports
    const { tool } = this.#rules
    const { run, network, request, vault } = this.#call
    return hosts.call({
      run,
      span: spanId(`alone/${tool.name}#${number}`),
      sources: sourcesOf({ request, network }, tool.entry),
      className: tool.entry.className ?? '',
      args: printJson(bindFinal(this.#rules, this.#call.args)),
      context: aloneContext(this.#ports, this.#call, number - 1),
      origin: [{ tool: tool.name, instantiation_index: 1 }],
      idempotencyKey: digests.sha256(`${run} ${tool.name}`),
      sly: board,
      signal,
      onStart: async (info) => this.#call.onAttempt?.(number, info),
      onOutput: (stream, text) => this.#call.onOutput?.(stream, text),
      onPrivate: (values) => vault.foresee(values),
      onProgress: (structure, text) => this.#call.onProgress?.(structure, text),
      onUse: (name, args) => this.#use(name, args, signal),
    })
  }

  /** The tool's code calls another tool: that one is called alone too, on the same board. */
  async #use(tool: string, args: JsonText, signal: AbortSignal): Promise<HostUseReply> {
    const parsed = parseJson(args)
    const given: JsonObject = parsed.ok && isJsonObject(parsed.value) ? parsed.value : new Map()
    const end = await callAlone(this.#ports, { ...this.#call, tool, args: given, signal })
    for (const key of end.wrote) this.#wrote.add(key)
    if (end.outcome === 'cancelled') return { ok: false, kind: 'stopped', message: CANCELLED.message }
    if (end.failure?.code === 'not-alone') return { ok: false, kind: 'value', message: end.failure.message }
    const failed = end.outcome === 'ok' ? {} : { failed: true }
    return { ok: true, text: end.text, ...failed, ...(end.value !== undefined && { value: end.value }) }
  }

  #merge(board: ReadonlyMap<string, JsonText>, reply: HostReply): void {
    this.#warnings.push(...(reply.warnings ?? []))
    if (reply.abandoned) return
    const { set, removed } = this.#call.vault.merge(reply.slyBase ?? board, reply.sly)
    for (const { key } of set) this.#wrote.add(key)
    for (const key of removed) this.#removed.add(key)
  }
}

const CANCELLED: Failure = { code: 'cancelled', message: 'The call was stopped before it had a result.' }
