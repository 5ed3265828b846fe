// One step of one class, through the door: what it answered is never asked again, in a resumed run or a replay.
import { type Json, type JsonText, jsonAt, parseJson, printJson, type SpanId } from '@slyglass/base'
import { attemptSpan, type Failure, type MiddlewareAnswer } from '@slyglass/run-log'
import { attemptTool } from '../attempt-tool.ts'
import { passDoor, type Question } from '../door.ts'
import { alike, bothForms, type Forms } from '../forms.ts'
import { shortName } from '../instances.ts'
import type { HostUseReply } from '../ports.ts'
import type { AgentCall, RunContext } from '../run-context.ts'
import type { ToolCall } from '../run-tool-batch.ts'
import { Cancelled, DeadlinePassed } from '../stops.ts'
import type { Middleware } from './middleware.ts'

/** What a class is asked. */
export interface Step {
  readonly hook: string
  /** Path of this step, without the number of its try. */
  readonly span: SpanId
  readonly parent: SpanId
  /** What it is told, by name. */
  readonly told: Readonly<Record<string, Forms<Json>>>
  /** Lets the wrapped call be made: what the class changed in it, in both forms. */
  handler?(changed: Forms<Json>): Promise<HostUseReply>
}

export type StepEnd =
  | { readonly ok: true; readonly answer: Forms<Json> }
  | { readonly ok: false; readonly failure: Failure; readonly said: Forms<string> }

export type Made = Pick<Middleware, 'index' | 'className' | 'instance' | 'origin' | 'make'>

export async function runStep(context: RunContext, agent: AgentCall, made: Made, step: Step): Promise<StepEnd> {
  const told = tellAll(made, step)
  const digest = context.digests.sha256(JSON.stringify([made.className, step.hook, told.logged]))
  for (let number = 1; ; number += 1) {
    agent.signal.throwIfAborted()
    const span = attemptSpan(step.span, number)
    const question: Question = { of: 'middleware', span, parent: step.parent, number, digest }
    const asking = new Asking(context, question, step)
    const tried = await passDoor<MiddlewareAnswer>(context, question, () =>
      attemptTool<MiddlewareAnswer>(context, question, asCall(agent, made), told.truth, {
        instance: `${agent.span}/${made.index}`,
        hook: step.hook,
        described: { hook: step.hook, class: made.className, instance: made.instance },
        ...(step.hook === 'create' && { made: made.make.truth }),
        handler: (changed) => asking.ask(changed),
      }),
    )
    asking.throwFault()
    if (tried.kind === 'lost') continue
    if (tried.kind === 'failed')
      return { ok: false, failure: tried.failure.truth, said: alike(tried.failure.truth.message) }
    const answer = readForms(bothForms(tried.answer, ({ value }) => value))
    if (jsonAt(answer.truth, 'renewed') === true) await noteRenewed(context, made, step)
    if (tried.failure === undefined) return { ok: true, answer }
    const { truth: failure } = tried.failure
    return { ok: false, failure: named(made, step, failure), said: bothForms(answer, saidIn) }
  }
}

async function noteRenewed({ journal }: RunContext, { className }: Made, { span, parent }: Step): Promise<void> {
  const text = `${className} was made anew, because the process that had it is gone. What it had noted in itself is lost.`
  await journal.commit([{ type: 'note.noted', span, parent, level: 'info', text, source: 'middleware' }])
}

function tellAll(made: Made, { told }: Step): Forms<JsonText> {
  const all = Object.entries(told)
  const print = (form: 'truth' | 'logged') =>
    printJson(
      new Map<string, Json>([
        ['make', readJson(made.make[form])],
        ...all.map(([name, value]) => [name, value[form]] as const),
      ]),
    )
  const truth = print('truth')
  const same = made.make.truth === made.make.logged && all.every(([, value]) => value.truth === value.logged)
  return { truth, logged: same ? truth : print('logged') }
}

/** A step is called like a tool of the agent. */
function asCall(agent: AgentCall, { className, origin }: Made): ToolCall {
  const name = shortName(className)
  const entry = { ...agent.entry, className }
  return {
    agent,
    span: agent.span,
    call: alike({ id: '', tool: name, args: '' }),
    tool: { kind: 'coded-tool', entry, name, description: '', parameters: [] },
    origin,
  }
}

function readJson(text: JsonText): Json {
  const parsed = parseJson(text)
  return parsed.ok ? parsed.value : null
}

function readForms(text: Forms<JsonText>): Forms<Json> {
  return bothForms(text, readJson)
}

function saidIn(answer: Json): string {
  const said = answer instanceof Map ? answer.get('said') : undefined
  return typeof said === 'string' ? said : ''
}

/** Only what the class itself did wrong needs its name. */
function named({ className }: Made, { hook }: Step, failure: Failure): Failure {
  if (!failure.code.startsWith('middleware-') || failure.code === 'middleware-setup') return failure
  return { ...failure, message: `${className} failed in ${hook}: ${failure.message}` }
}

/** The calls that a class lets be made. What it changed in them is logged first, so that it is seen and has two forms. */
class Asking {
  readonly #context: RunContext
  readonly #question: Question
  readonly #step: Step
  #fault: { readonly error: unknown } | undefined

  constructor(context: RunContext, question: Question, step: Step) {
    this.#context = context
    this.#question = question
    this.#step = step
  }

  async ask(changed: JsonText): Promise<HostUseReply> {
    try {
      const handler = this.#step.handler
      if (handler === undefined) return { ok: false, kind: 'value', message: 'There is no call to be made here.' }
      return await handler(readForms(await this.#log(changed)))
    } catch (error) {
      if (!(error instanceof Cancelled || error instanceof DeadlinePassed)) this.#fault ??= { error }
      return { ok: false, kind: 'stopped', message: 'The call was stopped.' }
    }
  }

  throwFault(): void {
    if (this.#fault !== undefined) throw this.#fault.error
  }

  async #log(changed: JsonText): Promise<Forms<JsonText>> {
    if (changed === '{}') return alike(changed)
    const { span, parent } = this.#question
    const [event] = await this.#context.journal.commit([{ type: 'context.changed', span, parent, changes: changed }])
    const logged = event?.type === 'context.changed' ? event.changes : changed
    return logged === changed ? alike(changed) : { truth: changed, logged }
  }
}
