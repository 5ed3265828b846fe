// Who works below whom in a run that another server answers, as far as its messages say.
import type { SpanId } from '@slyglass/base'
import { agentSpan, attemptSpan, codeCallSpan, FRONT_MAN_SPAN, RUN_SPAN, toolSpan } from '@slyglass/run-log'
import type { FarStep } from './far-message.ts'

/** The front man, or a call that was heard of. */
export class FarNode {
  readonly name: string
  readonly caller: FarNode | undefined
  /** The call; of the front man, the agent itself. */
  readonly span: SpanId
  readonly agent: SpanId
  /** Its caller said that it calls; else it was first heard of by its own words. */
  readonly announced: boolean
  readonly batch: string
  /** Of its span: what stands above the call. */
  readonly parent: SpanId
  readonly calls: FarNode[] = []
  /** Its place in origins, once it has spoken. */
  step: FarStep | undefined
  agentOpen = false
  attempt: 'none' | 'open' | 'ok' | 'failed' = 'none'
  over = false
  said = ''
  #turn = 0
  #place = 0
  #answered = true

  constructor(name: string, caller?: FarNode, announced = true) {
    this.name = name
    this.caller = caller
    this.announced = announced
    this.parent = caller === undefined ? RUN_SPAN : caller.callsFrom
    this.span = caller === undefined ? FRONT_MAN_SPAN : caller.#nextCall(name)
    this.agent = caller === undefined ? this.span : agentSpan(this.span)
    this.batch = caller === undefined ? '' : caller.#batch()
    caller?.calls.push(this)
  }

  get attemptSpan(): SpanId {
    return attemptSpan(this.span, 1)
  }

  /** What calls of it stand below: a tool's code calls from its attempt, an agent from itself. */
  get callsFrom(): SpanId {
    return this.attempt === 'open' ? this.attemptSpan : this.agent
  }

  /** A result came: the next calls are of another answer. */
  answer(): void {
    this.#answered = true
  }

  #nextCall(name: string): SpanId {
    if (this.attempt === 'open') {
      const before = this.calls.filter((call) => call.name === name).length
      return codeCallSpan(this.attemptSpan, name, 'told', before + 1)
    }
    if (this.#answered) [this.#turn, this.#place, this.#answered] = [this.#turn + 1, 0, false]
    this.#place += 1
    return toolSpan(this.agent, this.#turn, this.#place)
  }

  #batch(): string {
    return this.attempt === 'open' ? `${this.attemptSpan} ${this.calls.length}` : `${this.agent}.t${this.#turn}`
  }
}

/** Letters and digits only: a reference such as `/deep/carrier` is called under a name that models can write. */
const bare = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** True when both are names of the same thing. */
export function isSameName(a: string, b: string): boolean {
  return a === b || bare(a) === bare(b)
}

/** The node at an origin. Steps that were not announced are handed to `appear`, which makes a node of them. */
export function nodeAt(
  root: FarNode,
  origin: readonly FarStep[],
  appear: (caller: FarNode, step: FarStep) => FarNode,
): FarNode {
  let at = root
  for (const step of origin.slice(1)) {
    // Where code calls, its tool stands twice in the path: as the tool, and as the one who calls.
    if (at !== root && step.tool === at.name && at.attempt !== 'none') continue
    const known = at.calls.find((call) => call.step?.tool === step.tool && call.step.index === step.index)
    const awaited = at.calls.find((call) => call.step === undefined && !call.over && isSameName(call.name, step.tool))
    at = known ?? awaited ?? appear(at, step)
    at.step ??= step
  }
  return at
}
