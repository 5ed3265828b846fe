// The calls of one answer under the rules of this studio. One after the other, each through its whole pipeline, or together in
// three stages: all checks in call order, then everything that may run, then all ends in call order. Either way every call
// that was received ends with exactly one message to the model, in call order.
import { printJson, type SpanId } from '@slyglass/base'
import type { Studio } from '@slyglass/network'
import { type Batch, type Draft, type ModelCall, toolSpan } from '@slyglass/run-log'
import {
  batchCeiling,
  CANCELLED_TEXT,
  type CallFailureCode,
  hooksFor,
  racingPair,
  readArguments,
  redactJson,
} from '@slyglass/tools'
import { alike, type Forms } from '../forms.ts'
import { halfArguments } from '../half-characters.ts'
import type { AgentCall, RunContext } from '../run-context.ts'
import type { ToolCall } from '../run-tool-batch.ts'
import { isStop } from '../stops.ts'
import { type Approval, requestApproval } from './ask-approval.ts'
import { afterApproval, type Checked, checkCall } from './check-call.ts'
import { commitCall } from './commit-call.ts'
import { countCall } from './count-call.ts'
import { findTool, type ToolRules } from './discipline.ts'
import type { RuledEnd } from './read-result.ts'
import type { ReceivedCall } from './received-call.ts'
import type { RuledAgent } from './ruled-agent.ts'
import { RunLimitReached } from './run-limit.ts'
import { type Ceiling, type RunOther, runReady } from './run-ready.ts'
import { Slots } from './slots.ts'
import { outOfTime } from './time-up.ts'

export interface RuledBatch {
  readonly agent: AgentCall
  readonly ruled: RuledAgent
  readonly turn: number
  readonly calls: readonly Forms<ModelCall>[]
  /** Announces a call at its place; the tool is known by its model name. */
  announce(call: Forms<ModelCall>, place: { readonly span: SpanId; readonly parent: SpanId }, batch: Batch): Announced
  /** Makes a call with what stands around it. */
  around(call: ToolCall, run: (call: ToolCall) => Promise<RuledEnd>): Promise<RuledEnd>
  readonly runOther: RunOther
}

export interface Announced {
  readonly draft: Extract<Draft, { type: 'tool.started' }>
  readonly started?: ToolCall
}

interface Planned {
  readonly received: ReceivedCall
  readonly announced: Announced
}

/** How a call went; `stop` ends the whole run or agent after all ends are written. */
interface Went {
  readonly end: RuledEnd
  readonly code?: CallFailureCode
  readonly checked?: Extract<Checked, { kind: 'ready' }>
  readonly stop?: unknown
}

export interface RuledBatchEnd {
  /** In call order. */
  readonly texts: readonly Forms<string>[]
  readonly ends: readonly RuledEnd[]
}

export async function runRuledBatch(context: RunContext, batch: RuledBatch): Promise<RuledBatchEnd> {
  const run = new BatchRun(context, batch)
  return run.run()
}

class BatchRun {
  readonly #context: RunContext
  readonly #batch: RuledBatch
  /** What tools are told of shared values: as it was before the batch, in both modes. */
  readonly #before
  readonly #texts: Forms<string>[] = []
  readonly #ends: RuledEnd[] = []
  #stop: unknown

  constructor(context: RunContext, batch: RuledBatch) {
    this.#context = context
    this.#batch = batch
    this.#before = batch.ruled.values.now
  }

  async run(): Promise<RuledBatchEnd> {
    const { studio } = this.#batch.ruled.discipline
    const isParallel = studio.parallelToolCalls && this.#batch.calls.length >= 2
    const planned = await this.#plan(isParallel ? 'parallel' : 'sequential')
    if (isParallel) await this.#together(planned)
    else await this.#inOrder(planned)
    if (this.#stop !== undefined) throw this.#stop
    const limit = planned.find(({ received }) => received.limit !== undefined)?.received.limit
    if (limit !== undefined) throw new RunLimitReached(limit.limit, limit.value)
    return { texts: this.#texts, ends: this.#ends }
  }

  async #plan(mode: Batch['mode']): Promise<readonly Planned[]> {
    const { agent, turn, calls, ruled } = this.#batch
    const { journal } = this.#context
    const rules = calls.map((call) => findTool(ruled.discipline, call.truth.tool))
    const ceilingMs = batchCeiling(
      rules.map((one) => one?.timed),
      ruled.discipline.studio.parallel,
    )
    const described: Batch = { id: `${agent.span}.t${turn}`, size: calls.length, mode, ceilingMs, ruled: true }
    const announced = calls.map((call, index) =>
      this.#batch.announce(
        withModelName(call, rules[index]),
        { span: toolSpan(agent.span, turn, index + 1), parent: agent.span },
        described,
      ),
    )
    const drafts = announced.map(({ draft }, index) =>
      withWrittenName(withCleanArgs(draft, rules[index]?.studio ?? ruled.discipline.studio), calls[index]),
    )
    await journal.commit([...drafts, ...halfArguments(drafts), ...this.#warnings(mode, rules)])
    const planned: Planned[] = []
    for (const [index, call] of calls.entries()) {
      const one = announced[index]
      if (one === undefined) continue
      const { span, parent } = one.draft
      const received: ReceivedCall = {
        ...{ agent, span, parent: parent ?? agent.span, call, signal: agent.signal },
        ...{ discipline: ruled.discipline, values: ruled.values },
      }
      const limit = await countCall(this.#context, received)
      planned.push({ received: limit === undefined ? received : { ...received, limit }, announced: one })
    }
    return planned
  }

  /** Two calls that act on the world at the same time: the model's order means nothing then. */
  #warnings(mode: Batch['mode'], rules: readonly (ToolRules | undefined)[]): readonly Draft[] {
    if (mode === 'sequential') return []
    const pair = racingPair(
      rules.flatMap((one) =>
        one === undefined
          ? []
          : [
              {
                tool: one.tool.name,
                concurrencySafe: one.settings.concurrencySafe,
                ...(one.settings.category !== undefined && { category: one.settings.category }),
              },
            ],
      ),
    )
    if (pair === undefined) return []
    const { span, parent } = this.#batch.agent
    const text = `${pair[0]} and ${pair[1]} both act on the world and run at the same time, so neither waits for the other. Leave parallel_tool_calls off where their order matters.`
    return [{ type: 'note.noted', span, parent, level: 'warning', text, source: 'parallel' }]
  }

  async #together(planned: readonly Planned[]): Promise<void> {
    const asked: Asked[] = []
    for (const one of planned) asked.push(await this.#check(one))
    const checked = await Promise.all(asked.map((one) => this.#decide(one)))
    const ceiling = this.#ceilingOf(checked.map((one) => rulesOf(one)))
    const going = checked.map((one, index) => this.#runOne(planned[index], one, ceiling))
    for (const [index, work] of going.entries()) await this.#finish(planned[index], await work)
  }

  /** Approvals of calls that no hook can change are asked for at once; each call then goes through the rest on its own. */
  async #inOrder(planned: readonly Planned[]): Promise<void> {
    const early = new Map<Planned, Asked>()
    for (const one of planned) if (!this.#isHooked(one)) early.set(one, await this.#check(one))
    const decided = new Map<Planned, Decided>()
    for (const [one, asked] of early) decided.set(one, await this.#decide(asked))
    for (const one of planned) {
      const checked = decided.get(one) ?? (await this.#decide(await this.#check(one)))
      const went = await this.#runOne(one, checked, this.#ceilingOf([rulesOf(checked)]))
      await this.#finish(one, went)
    }
  }

  #isHooked({ received }: Planned): boolean {
    const { call, discipline } = received
    const names = findTool(discipline, call.truth.tool)?.ruled.names ?? [call.truth.tool]
    return hooksFor(discipline.studio.hooks, 'pre_tool_use', names).length > 0
  }

  #ceilingOf(rules: readonly (ToolRules | undefined)[]): Ceiling {
    const { parallel } = this.#batch.ruled.discipline.studio
    const known = rules.filter((one) => one !== undefined)
    const ms = batchCeiling(
      known.map((one) => one.timed),
      parallel,
    )
    return { ms, slots: new Slots(parallel.maxConcurrency) }
  }

  /** Stage one of a call, and the question to a person where there is one. Nobody is waited for here. */
  async #check({ received }: Planned): Promise<Asked> {
    if (this.#stop !== undefined) return { stop: this.#stop }
    try {
      const checked = await checkCall(this.#context, received)
      if (checked.kind === 'refused' || !checked.asks) return { checked }
      const { studio } = this.#batch.ruled.discipline
      const answer = await requestApproval(this.#context, {
        call: received.span,
        tool: checked.rules.tool.name,
        args: checked.args,
        timeoutMs: studio.approvals.timeoutMs,
        signal: received.signal,
      })
      return { checked, answer }
    } catch (error) {
      return { stop: this.#stopped(error) }
    }
  }

  async #decide(asked: Asked): Promise<Decided> {
    if (!('checked' in asked)) return asked
    const { checked, answer } = asked
    if (answer === undefined || checked.kind === 'refused') return { checked }
    try {
      const approval = await outOfTime(this.#batch.agent.countdowns ?? [], answer)
      return { checked: afterApproval(checked, approval) }
    } catch (error) {
      return { stop: this.#stopped(error) }
    }
  }

  async #runOne(planned: Planned | undefined, decided: Decided, ceiling: Ceiling): Promise<Went> {
    const stop = 'stop' in decided ? decided.stop : this.#stop
    if (stop !== undefined || !('checked' in decided)) return { end: CANCELLED, code: 'cancelled', stop }
    const { checked } = decided
    if (checked.kind === 'refused')
      return { end: checked.end, ...(checked.code !== undefined && { code: checked.code }) }
    const started = planned?.announced.started
    if (started === undefined) throw new Error('a call that may run was not announced')
    const ready = { call: this.#toolCall(started), rules: checked.rules, args: checked.args, deps: this.#before }
    try {
      const end = await this.#batch.around(ready.call, (call) =>
        runReady(this.#context, { ...ready, call }, ceiling, this.#batch.runOther),
      )
      return { end, checked, ...(end.failure !== undefined && { code: failureCode(end) }) }
    } catch (error) {
      return { end: CANCELLED, code: 'cancelled', checked, stop: this.#stopped(error) }
    }
  }

  #toolCall(started: ToolCall): ToolCall {
    return { ...started, agent: { ...started.agent, shared: this.#before } }
  }

  /** A stop goes on when all ends are written; anything else is a bug. */
  #stopped(error: unknown): unknown {
    if (!isStop(error)) this.#stop ??= error
    return error
  }

  async #finish(planned: Planned | undefined, went: Went): Promise<void> {
    if (planned === undefined) return
    const { received } = planned
    if (went.stop !== undefined) this.#stop ??= went.stop
    if (went.stop !== undefined && !isStop(went.stop)) throw went.stop
    const text = await commitCall(this.#context, {
      received,
      end: went.end,
      ...(went.code !== undefined && { code: went.code }),
      ...(went.checked !== undefined && { args: went.checked.args, before: this.#before }),
      long: this.#batch.ruled.long,
    })
    this.#texts.push(text)
    this.#ends.push(went.end)
  }
}

type Asked = { readonly checked: Checked; readonly answer?: () => Promise<Approval> } | { readonly stop: unknown }
type Decided = { readonly checked: Checked } | { readonly stop: unknown }

const CANCELLED: RuledEnd = { outcome: 'cancelled', text: alike(CANCELLED_TEXT), attempts: 0 }

function rulesOf(decided: Decided): ToolRules | undefined {
  return 'checked' in decided && decided.checked.kind === 'ready' ? decided.checked.rules : undefined
}

function failureCode({ failure, outcome }: RuledEnd): CallFailureCode {
  if (outcome === 'cancelled') return 'cancelled'
  return failure?.code === 'rate-limited' ? 'rate-limited' : 'exception'
}

/** What is recorded of arguments leaves out the values of fields that are to be left out; the call itself has them. */
function withCleanArgs(draft: Announced['draft'], { redact }: Pick<Studio, 'redact'>): Announced['draft'] {
  const read = readArguments(draft.args)
  if (read.kind !== 'object') return draft
  const cleaned = printJson(redactJson(read.args, redact))
  return cleaned === printJson(read.args) ? draft : { ...draft, args: cleaned }
}

/** Another name of the tool that the model wrote is noted. */
function withWrittenName(draft: Announced['draft'], call: Forms<ModelCall> | undefined): Announced['draft'] {
  const written = call?.truth.tool ?? draft.tool
  return written === draft.tool ? draft : { ...draft, calledAs: written }
}

/** A call by a runtime name is announced by the name under which it is offered. */
function withModelName(call: Forms<ModelCall>, rules: ToolRules | undefined): Forms<ModelCall> {
  const name = rules?.tool.name
  if (name === undefined || name === call.truth.tool) return call
  const named = (one: ModelCall): ModelCall => ({ ...one, tool: name })
  return call.truth === call.logged
    ? alike(named(call.truth))
    : { truth: named(call.truth), logged: named(call.logged) }
}
