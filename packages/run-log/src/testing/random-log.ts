// Logs as a runtime may write them: nested agents, batches whose members interleave, retries, stops in the middle.
import type { SpanId } from '@slyglass/base'
import fc from 'fast-check'
import { closerOf, isCloser } from '../closing.ts'
import type { Draft, LogEvent, ModelAnswer, Outcome } from '../events.ts'
import {
  agentSpan,
  approvalSpan,
  attemptSpan,
  FRONT_MAN_SPAN,
  hookSpan,
  modelSpan,
  RUN_SPAN,
  toolSpan,
} from '../paths.ts'
import { LogBuilder, SOME_SHA, startedDraft } from './log-builder.ts'

/** Choices that decide everything about a log: the same choices are the same log. */
export const choicesArbitrary: fc.Arbitrary<readonly number[]> = fc.array(fc.nat(1000), {
  minLength: 5,
  maxLength: 400,
})

/** A random log; finished unless it is said to stay open. */
export function randomLog(choices: readonly number[], end: 'finished' | 'open' = 'finished'): readonly LogEvent[] {
  return new Writer(choices).write(end)
}

type Steps = Generator<undefined, void>
const MOST_EVENTS = 400

class Writer {
  readonly #log = new LogBuilder()
  readonly #choices: readonly number[]
  #at = 0

  constructor(choices: readonly number[]) {
    this.#choices = choices
  }

  write(end: 'finished' | 'open'): readonly LogEvent[] {
    this.#log.add(startedDraft('Where is {order} 7?', ['token', 'total']))
    const work = this.#agent(FRONT_MAN_SPAN, RUN_SPAN, 'front', 0)
    const stopsAt = this.#choose(5) === 0 ? this.#choose(60) : Number.POSITIVE_INFINITY
    for (let step = 0; step < stopsAt && !work.next().done; step += 1);
    if (end === 'open') return this.#log.events
    const stopped = this.#closeAll()
    this.#log.add({
      type: 'sly.crossed',
      ...place(RUN_SPAN, null),
      boundary: 'to-upstream',
      peer: 'client',
      passed: [],
      withheld: ['token'],
    })
    const outcome: Outcome = stopped ? 'cancelled' : 'ok'
    this.#log.add({ type: 'run.finished', ...place(RUN_SPAN, null), outcome, answer: stopped ? '' : 'It {left}.' })
    return this.#log.events
  }

  #choose(below: number): number {
    const choice = this.#choices[this.#at % this.#choices.length] ?? 0
    this.#at += 1
    return (choice + this.#at) % below
  }

  *#agent(span: SpanId, parent: SpanId, agent: string, depth: number): Steps {
    const role = depth === 0 ? 'front-man' : 'agent'
    yield this.#add({ type: 'agent.started', ...place(span, parent), agent, role, instance: 1, input: `Do ${agent}` })
    const turns = 1 + this.#choose(3)
    for (let turn = 1; turn <= turns; turn += 1) {
      const calls = turn < turns && depth < 2 && this.#log.events.length < MOST_EVENTS ? 1 + this.#choose(3) : 0
      if (this.#choose(4) === 0) yield* this.#step(modelSpan(span, turn), span)
      yield* this.#model(modelSpan(span, turn), span, agent, turn, calls)
      if (calls > 0) yield* this.#batch(span, agent, turn, calls, depth)
      if (this.#choose(6) === 0) yield this.#note(span, parent)
    }
    const answer = this.#choose(4) === 0 ? 'Said otherwise.' : `${agent} has answered.`
    const failed = this.#choose(6) === 0 ? { failure: { code: 'provider-error', message: 'It broke.' } } : {}
    const outcome = 'failure' in failed ? 'failed' : 'ok'
    yield this.#add({ type: 'agent.finished', ...place(span, parent), outcome, answer, ...failed })
  }

  /** A hook of middleware around a model call. */
  *#step(model: SpanId, agent: SpanId): Steps {
    const at = place(attemptSpan(hookSpan(model, '1.before_model'), 1), agent)
    const middleware = { hook: 'before_model', class: 'desk.Audit', instance: 1 }
    yield this.#add({ type: 'attempt.started', ...at, of: 'middleware', number: 1, digest: SOME_SHA, middleware })
    if (this.#choose(2) === 0)
      yield this.#add({ type: 'attempt.delta', ...at, kind: 'progress', text: 'half', structure: '{"at":0.5}' })
    const answer = { of: 'middleware', value: '{"extra":{"n":3.0}}' } as const
    yield this.#add({ type: 'attempt.finished', ...at, outcome: 'ok', answer })
  }

  *#model(span: SpanId, parent: SpanId, agent: string, turn: number, calls: number): Steps {
    yield this.#add({ type: 'model.started', ...place(span, parent), agent, turn, model: 'gpt-4o' })
    const attempts = 1 + (this.#choose(4) === 0 ? 1 : 0)
    const text = this.#choose(3) === 0 ? '' : `${agent} says ${turn}`
    const answer: ModelAnswer = {
      of: 'model',
      text,
      calls: Array.from({ length: calls }, (_, index) => ({ id: `c${index}`, tool: 'keep', args: '{}' })),
      finishReason: 'stop',
      usage: { promptTokens: 11, completionTokens: 7 },
    }
    for (let number = 1; number <= attempts; number += 1)
      yield* this.#modelAttempt(attemptSpan(span, number), span, number, number < attempts ? undefined : answer)
    const { of: _of, finishReason: _reason, ...told } = answer
    yield this.#add({ type: 'model.finished', ...place(span, parent), outcome: 'ok', ...told, attempts })
  }

  *#modelAttempt(span: SpanId, parent: SpanId, number: number, answer: ModelAnswer | undefined): Steps {
    const hit = { key: 'token', form: 'raw', offset: 4, strength: this.#choose(2) === 0 ? 'strong' : 'public' } as const
    const scan = {
      values: 2,
      classes: { strong: 1, weak: 0, public: 0, unsearchable: 1 },
      keys: [{ key: 'token', strength: 'strong' as const }],
      hits: this.#choose(3) === 0 ? [hit] : [],
      passes: ['A'],
    }
    const request = { url: 'offline:', bytes: 90, parts: [SOME_SHA], scan }
    yield this.#add({ type: 'attempt.started', ...place(span, parent), of: 'model', number, digest: SOME_SHA, request })
    const text = answer?.text ?? 'half an ans'
    const cut = this.#choose(Math.max(1, text.length))
    for (const piece of [text.slice(0, cut), text.slice(cut)])
      if (piece !== '') yield this.#add({ type: 'attempt.delta', ...place(span, parent), kind: 'text', text: piece })
    const end =
      answer === undefined
        ? ({ outcome: 'failed', failure: { code: 'busy', message: 'Busy.' } } as const)
        : ({ outcome: 'ok', answer } as const)
    yield this.#add({ type: 'attempt.finished', ...place(span, parent), ...end })
  }

  *#batch(parent: SpanId, agent: string, turn: number, size: number, depth: number): Steps {
    const batch = {
      id: `${parent}.t${turn}`,
      size,
      mode: this.#choose(3) === 0 ? 'sequential' : 'parallel',
      ceilingMs: 1,
    } as const
    const running: Steps[] = []
    const spans = Array.from({ length: size }, (_, index) => toolSpan(parent, turn, index + 1))
    for (const span of spans) {
      const delegates = depth < 2 && this.#choose(3) === 0
      const [tool, kind] = delegates ? (['helper', 'agent'] as const) : (['keep', 'coded-tool'] as const)
      yield this.#add({
        type: 'tool.started',
        ...place(span, parent),
        agent,
        tool,
        kind,
        callId: 'c',
        args: '{"n":3.0}',
        batch,
        instance: 1,
      })
      running.push(delegates ? this.#agent(agentSpan(span), span, 'helper', depth + 1) : this.#tool(span, parent))
    }
    while (running.length > 0) {
      const index = this.#choose(running.length)
      if (running[index]?.next().done === true) running.splice(index, 1)
      yield
    }
    for (const span of spans) {
      const outcome = (['ok', 'ok', 'failed', 'denied'] as const)[this.#choose(4)] ?? 'ok'
      yield this.#add({
        type: 'tool.finished',
        ...place(span, parent),
        outcome,
        text: "{'n': 3.0}",
        result: '{"n":3.0}',
        attempts: 1,
      })
    }
  }

  *#tool(call: SpanId, _agent: SpanId): Steps {
    if (this.#choose(5) === 0) yield* this.#asked(call)
    const span = attemptSpan(call, 1)
    const at = place(span, call)
    const sly = [{ key: 'total', fingerprint: 'a'.repeat(32), bytes: 3 }]
    yield this.#add({ type: 'attempt.started', ...at, of: 'tool', number: 1, digest: SOME_SHA, args: '{"n":3.0}', sly })
    for (let piece = this.#choose(3); piece > 0; piece -= 1)
      yield this.#add({ type: 'attempt.delta', ...at, kind: 'output', stream: 'stdout', text: `line ${piece}\n` })
    if (this.#choose(3) === 0)
      yield this.#add({ type: 'attempt.delta', ...at, kind: 'progress', text: 'half', structure: '{"at":0.5}' })
    if (this.#choose(2) === 0) {
      const set = [{ key: 'total', fingerprint: 'b'.repeat(32), bytes: 4, by: span }]
      const removed = this.#choose(3) === 0 ? [{ key: 'token', by: span }] : []
      yield this.#add({ type: 'sly.changed', ...at, set, removed, conflicts: [] })
    }
    const answer = { of: 'tool', text: "{'n': 3.0}", value: '{"n":3.0}' } as const
    const more = this.#choose(4) === 0 ? { replayed: true } : { reads: ['total'] }
    yield this.#add({ type: 'attempt.finished', ...at, outcome: 'ok', answer, ...more })
  }

  *#asked(call: SpanId): Steps {
    const at = place(approvalSpan(call), call)
    yield this.#add({
      type: 'hook.finished',
      ...place(hookSpan(call, 'guard'), call),
      hook: 'guard',
      stage: 'pre',
      decision: 'allow',
    })
    yield this.#add({ type: 'approval.requested', ...at, tool: 'keep', args: '{}', argsSha: SOME_SHA })
    const decision = this.#choose(2) === 0 ? 'approved' : 'rejected'
    yield this.#add({ type: 'approval.answered', ...at, decision })
  }

  #note(span: SpanId, parent: SpanId): undefined {
    const at = place(span, parent)
    const kinds: readonly (() => void)[] = [
      () => this.#add({ type: 'note.noted', ...at, level: 'warning', text: 'Mind this.' }),
      () => this.#add({ type: 'note.noted', ...at, level: 'debug', text: 'A detail.' }),
      () => this.#add({ type: 'limit.reached', ...at, limit: 'attempts', value: 3 }),
      () => this.#add({ type: 'sly.leaked', ...at, key: 'token', form: 'raw', where: 'tool.finished text', count: 1 }),
      () => this.#add({ type: 'context.changed', ...at, changes: '{"ops":[{"op":"append","key":"log","value":1}]}' }),
      () => void this.#log.addOpaque('plan.changed', span, parent),
    ]
    kinds[this.#choose(kinds.length)]?.()
    return undefined
  }

  #add(draft: Draft): undefined {
    this.#log.add(draft)
    return undefined
  }

  /** Ends what is open, innermost first. True when something was. */
  #closeAll(): boolean {
    const open = new Map<SpanId, LogEvent>()
    for (const event of this.#log.events) {
      if (closerOf(event) !== undefined && event.type !== 'run.started') open.set(event.span, event)
      if (isCloser(event)) open.delete(event.span)
    }
    for (const event of [...open.values()].reverse()) this.#close(event)
    return open.size > 0
  }

  #close({ type, span, parent }: LogEvent): void {
    const at = { ...place(span, parent), outcome: 'cancelled' } as const
    if (type === 'attempt.started') this.#add({ type: 'attempt.finished', ...at })
    if (type === 'model.started') this.#add({ type: 'model.finished', ...at, text: '', calls: [], attempts: 1 })
    if (type === 'tool.started') this.#add({ type: 'tool.finished', ...at, text: '', attempts: 1 })
    if (type === 'agent.started') this.#add({ type: 'agent.finished', ...at, answer: '' })
    if (type === 'approval.requested')
      this.#add({ type: 'approval.answered', ...place(span, parent), decision: 'expired' })
  }
}

function place(span: SpanId, parent: SpanId | null): { span: SpanId; parent: SpanId | null } {
  return { span, parent }
}
