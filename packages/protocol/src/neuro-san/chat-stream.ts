// A run log as a neuro-san client sees it. Events in, messages out; nothing is asked of the world.
import type { JsonObject, JsonText, SpanId } from '@slyglass/base'
import type { Network } from '@slyglass/network'
import {
  callOfAttempt,
  type EventOf,
  enclosingAgent,
  FRONT_MAN_SPAN,
  type HistoryMessage,
  historyReducer,
  type LogEvent,
  type MiddlewareStep,
  NEVER_BEGAN,
} from '@slyglass/run-log'
import { Accounting } from './accounting.ts'
import { contextAfter } from './chat-context.ts'
import { type ChatMessage, type Origin, readMessage } from './chat-message.ts'
import { FOR_CLIENTS, NO_TOOL, UNASKED } from './failure-codes.ts'
import { splitStructure, wantsStructure } from './structure-format.ts'
import { entriesOf, gotResult, invoking, jsonValue, originOf, received, synchronousText } from './tool-messages.ts'

/** What a stream needs besides the log. */
export interface ChatStreamInput {
  /** The network as it was when the run began. */
  readonly network: Network
  /** What the client's chat context brought along. */
  readonly history: readonly HistoryMessage[]
  /** The value of a private key that may go up, as exact JSON; asked at the end of the run. */
  slyValue(key: string): JsonText | undefined
  /** It answers a call of another network, whose request has the figures of the whole. */
  readonly isInner?: boolean
}

/** The stream of one run. */
export interface ChatStream {
  /** Messages that these events give, in order. Events must come in order and once. */
  next(events: readonly LogEvent[]): readonly ChatMessage[]
  /** True while a message waits to be sure: a tool is found, and may still turn out to be none. */
  readonly holds: boolean
  /** What waits, when nothing was heard for a while. */
  flush(): readonly ChatMessage[]
  /** A message of the network that a call of this one asks, as a client of this one sees it. */
  forward(attempt: SpanId, message: ChatMessage): readonly ChatMessage[]
  /** The log of a run of another network that answered a call of this one, before that answer is handed in. */
  countElsewhere(log: readonly LogEvent[]): void
}

/** An agent that is at work. */
interface Agent {
  readonly span: SpanId
  readonly origin: Origin
  readonly started: EventOf<'agent.started'>
  /** It has asked its model: what is said about its tools comes before its task. */
  asked: boolean
  /** Words of its model that may turn out to be its answer. */
  said: string | undefined
  /** Calls of one answer that are not announced yet, in call order. */
  calls: EventOf<'tool.started'>[]
}

/** A tool call that has begun. */
interface Call {
  readonly event: EventOf<'tool.started'>
  readonly origin: Origin
  readonly caller: Agent
  /** Middleware stands around it: it is announced by itself, when its tool begins. */
  isWrapped: boolean
}

/** Begins the stream of a run. */
export function createChatStream(input: ChatStreamInput): ChatStream {
  return new Stream(input)
}

class Stream implements ChatStream {
  readonly #input: ChatStreamInput
  readonly #agents = new Map<SpanId, Agent>()
  readonly #calls = new Map<SpanId, Call>()
  readonly #running = new Map<SpanId, EventOf<'attempt.started'>>()
  /** Steps of middleware that are going on, with where they stand. */
  readonly #steps = new Map<SpanId, Origin>()
  readonly #accounting = new Accounting()
  #history = historyReducer.initial
  #slyData: JsonObject | undefined
  readonly #held = new Map<SpanId, ChatMessage>()
  #out: ChatMessage[] = []

  constructor(input: ChatStreamInput) {
    this.#input = input
  }

  next(events: readonly LogEvent[]): readonly ChatMessage[] {
    return events.flatMap((event) => this.#read(event))
  }

  get holds(): boolean {
    return this.#held.size > 0
  }

  flush(): readonly ChatMessage[] {
    const held = [...this.#held.values()]
    this.#held.clear()
    return held
  }

  /** Where it comes from begins with the call; the last one, which comes from nowhere, is the answer to the call. */
  forward(attempt: SpanId, message: ChatMessage): readonly ChatMessage[] {
    const call = this.#calls.get(callOfAttempt(attempt))
    if (call === undefined || message.origin === undefined || message.origin.length === 0) return []
    return [...this.flush(), { ...message, origin: [...call.origin, ...message.origin] }]
  }

  countElsewhere(log: readonly LogEvent[]): void {
    this.#accounting.answerElsewhere(log)
  }

  #read(event: LogEvent): readonly ChatMessage[] {
    this.#out = []
    this.#history = historyReducer.reduce(this.#history, [event])
    const waiting = [...this.#held.keys()]
    this.#take(event)
    if (this.#out.length === 0) return []
    const sure = waiting.flatMap((span) => this.#held.get(span) ?? [])
    for (const span of waiting) this.#held.delete(span)
    return [...sure, ...this.#out]
  }

  #take(event: LogEvent): void {
    switch (event.type) {
      case 'agent.started':
        this.#startAgent(event)
        break
      case 'model.started':
        this.#accounting.ask(event)
        this.#introduce(event.span)
        break
      case 'model.finished':
        this.#accounting.answer(event)
        this.#hear(event)
        break
      case 'tool.started':
        this.#startCall(event)
        break
      case 'attempt.started':
        this.#startAttempt(event)
        break
      case 'attempt.delta':
        this.#progress(event)
        break
      case 'attempt.finished':
        this.#finishAttempt(event)
        break
      case 'tool.finished':
        this.#finishCall(event)
        break
      case 'agent.finished':
        this.#finishAgent(event)
        break
      case 'note.noted':
        this.#note(event)
        break
      case 'sly.crossed':
        this.#cross(event)
        break
      case 'run.finished':
        this.#finishRun(event)
        break
    }
  }

  #say(agent: Agent, message: Omit<ChatMessage, 'origin'>): void {
    const held = agent.said?.trim()
    agent.said = undefined
    if (held !== undefined && held !== '' && message.text.trim() !== held)
      this.#out.push({ type: 'AGENT', origin: agent.origin, text: held })
    this.#out.push({ ...message, origin: agent.origin })
  }

  #startAgent(started: EventOf<'agent.started'>): void {
    const { span, agent, instance } = started
    const call = started.parent === null ? undefined : this.#calls.get(started.parent)
    if (call !== undefined) this.#announce(call.caller, call.event)
    const origin = call?.origin ?? [{ tool: agent, index: instance }]
    this.#agents.set(span, { span, origin, started, asked: false, said: undefined, calls: [] })
  }

  /** The agent's instructions and task, once it is known that it gets to work. */
  #introduce(span: SpanId): void {
    const agent = this.#agentOf(span)
    if (agent === undefined || agent.asked) return
    agent.asked = true
    const { started } = agent
    const instructions = this.#input.network.entries.find((entry) => entry.name === started.agent)?.instructions
    const goesOn = started.role === 'front-man' && this.#input.history.length > 0
    if (!goesOn) this.#say(agent, { type: 'SYSTEM', text: instructions ?? '' })
    this.#say(agent, { type: 'HUMAN', text: started.input })
  }

  #agentOf(span: SpanId): Agent | undefined {
    const path = enclosingAgent(span)
    return path === undefined ? undefined : this.#agents.get(path)
  }

  #hear({ span, outcome, text }: EventOf<'model.finished'>): void {
    const agent = this.#agentOf(span)
    if (agent === undefined || outcome !== 'ok') return
    // Middleware had the model asked again: what it said before was no answer.
    const before = agent.said?.trim() ?? ''
    if (before !== '') this.#out.push({ type: 'AGENT', origin: agent.origin, text: before })
    agent.said = text
  }

  #startCall(event: EventOf<'tool.started'>): void {
    const caller = this.#agentOf(event.span)
    if (caller === undefined) return
    this.#calls.set(event.span, { event, origin: originOf(event, caller.origin), caller, isWrapped: false })
    // What code calls, no model announces.
    if (event.kind !== 'unknown' && event.origin === undefined) caller.calls.push(event)
  }

  /** Calls of one answer are announced in their order, each just before the first that is heard of it. */
  #announce(caller: Agent, upTo: EventOf<'tool.started'>): void {
    const place = caller.calls.indexOf(upTo)
    for (const call of caller.calls.splice(0, place + 1)) this.#say(caller, invoking(call))
    const own = this.#calls.get(upTo.span)
    if (own?.isWrapped !== true) return
    own.isWrapped = false
    this.#say(caller, invoking(upTo))
  }

  #startAttempt(event: EventOf<'attempt.started'>): void {
    if (event.middleware !== undefined) this.#startStep(event, event.middleware)
    const call = this.#calls.get(callOfAttempt(event.span))
    if (event.of !== 'tool' || call === undefined) return
    this.#announce(call.caller, call.event)
    this.#running.set(event.span, event)
    if (!this.#isAtWork(call, event)) return
    this.#held.set(event.span, received(call.event, call.origin, event.args))
  }

  /** A step of middleware: the agent gets to work with the first that is not a making. */
  #startStep({ span, parent }: EventOf<'attempt.started'>, { hook, class: name, instance }: MiddlewareStep): void {
    if (hook !== 'create') this.#introduce(span)
    const agent = this.#agentOf(span)
    if (agent === undefined) return
    this.#steps.set(span, [...agent.origin, { tool: name.slice(name.lastIndexOf('.') + 1), index: instance }])
    const call = parent === null ? undefined : this.#calls.get(parent)
    if (call === undefined) return
    if (hook === 'tool') this.#announce(call.caller, call.event)
    const place = call.caller.calls.indexOf(call.event)
    if (place < 0) return
    call.caller.calls.splice(place, 1)
    call.isWrapped = true
  }

  /** A coded tool is at work once its class is found; others from the start. */
  #isAtWork({ event }: Call, started: EventOf<'attempt.started'> | undefined): boolean {
    return (
      started !== undefined && (started.source !== undefined || event.kind === 'network' || event.kind === 'mcp-tool')
    )
  }

  #progress({ span, kind, text, structure }: EventOf<'attempt.delta'>): void {
    const call = this.#calls.get(callOfAttempt(span))
    const origin = call?.origin ?? this.#steps.get(span)
    if (kind !== 'progress' || origin === undefined || structure === undefined) return
    if (call?.event.kind === 'network') {
      const message = readMessage(new Map(entriesOf(structure)))
      if (message !== undefined) this.#out.push(...this.forward(span, message))
      return
    }
    this.#out.push({ type: 'AGENT_PROGRESS', origin, text, structure: new Map(entriesOf(structure)) })
  }

  #finishAttempt(event: EventOf<'attempt.finished'>): void {
    const { span, answer, outcome, synchronous, failure } = event
    const call = this.#calls.get(callOfAttempt(span))
    const started = this.#running.get(span)
    this.#running.delete(span)
    this.#steps.delete(span)
    if (call === undefined || answer?.of !== 'tool') return
    const { origin } = call
    const code = failure?.code ?? ''
    // Another network that could not be asked leaves nothing but the words for the model.
    if (call.event.kind === 'network' && outcome !== 'ok') return
    // Tools of others tell their result first, and not whether it is an error.
    const late = call.event.kind === 'mcp-tool' || answer.told !== undefined
    const text = answer.told ?? answer.text
    if (late) this.#result(call, text, code)
    if (NO_TOOL.has(code)) this.#held.delete(span)
    // A tool that checks its arguments itself has refused them: it was told what it got, and that is all.
    else if (code !== 'invalid-arguments' && this.#isAtWork(call, started)) {
      if (synchronous) this.#out.push({ type: 'AGENT', origin, text: synchronousText(started?.source?.class ?? '') })
      this.#out.push(gotResult(call.event, origin, event))
    }
    if (!late) this.#result(call, text, code)
  }

  /** The result as its caller reads it; code has it as a value. */
  #result({ event, origin, caller }: Call, text: string, code = ''): void {
    if (event.origin !== undefined || event.batch.ruled === true || NEVER_BEGAN.has(code)) return
    this.#say(caller, { type: 'AGENT_TOOL_RESULT', text, toolResultOrigin: origin })
  }

  /** Under rules a call may have several attempts, and its end says what the caller reads. */
  #ruledResult({ event, origin, caller }: Call, { text, attempts }: EventOf<'tool.finished'>): void {
    if (event.batch.ruled !== true || event.kind === 'agent' || attempts === 0) return
    this.#say(caller, { type: 'AGENT_TOOL_RESULT', text, toolResultOrigin: origin })
  }

  #finishCall(event: EventOf<'tool.finished'>): void {
    const call = this.#calls.get(event.span)
    if (call === undefined) return
    // Middleware that answered in place of the tool, or raised, leaves no trace on the stream.
    const isUntold = event.attempts === 0 && (event.failure?.code.startsWith('middleware-') ?? true)
    if (!call.isWrapped || !isUntold) this.#announce(call.caller, call.event)
    this.#ruledResult(call, event)
    this.#calls.delete(event.span)
  }

  #finishAgent(event: EventOf<'agent.finished'>): void {
    const agent = this.#agents.get(event.span)
    if (agent?.asked === true) this.#finishAsked(agent, event)
    else if (agent !== undefined) this.#finishUnasked(agent, event)
  }

  #finishAsked(agent: Agent, event: EventOf<'agent.finished'>): void {
    const { origin, started } = agent
    this.#say(agent, { type: 'AI', text: event.answer })
    const spent = event.at - started.at
    const row = this.#accounting.agentRow(event.span, spent, started.role)
    this.#out.push({ type: 'AGENT', origin, text: '', structure: row })
    if (started.role === 'front-man') {
      if (this.#input.isInner === true) return
      const provider = providerOf(this.#input.network)
      const whole = this.#accounting.requestRow(event.span, spent, provider)
      this.#out.push({ type: 'AGENT', origin, text: '', structure: whole })
      return
    }
    this.#agents.delete(event.span)
    const call = event.parent === null ? undefined : this.#calls.get(event.parent)
    if (call !== undefined) this.#result(call, event.answer)
  }

  /** An agent whose model could not be set up has said its instructions; nothing else came of it. */
  #finishUnasked(agent: Agent, { failure }: EventOf<'agent.finished'>): void {
    if (!UNASKED.has(failure?.code ?? '')) return
    const { agent: name } = agent.started
    const instructions = this.#input.network.entries.find((entry) => entry.name === name)?.instructions ?? ''
    this.#say(agent, { type: 'SYSTEM', text: instructions })
  }

  /** What is said about an agent's tools before it works, and its further tries, are meant for the client too. */
  #note({ span, text, level }: EventOf<'note.noted'>): void {
    const agent = this.#agents.get(span)
    if (agent === undefined) return
    if (text.startsWith('Retrying: ')) this.#framework({ text, chatContext: new Map() }, agent.origin)
    else if (!agent.asked && level === 'warning' && FOR_CLIENTS.test(text)) this.#say(agent, { type: 'AGENT', text })
  }

  #framework(message: Pick<ChatMessage, 'text' | 'chatContext' | 'slyData'>, origin?: Origin): void {
    const split = wantsStructure(this.#input.network) ? splitStructure(message.text) : undefined
    this.#out.push({ type: 'AGENT_FRAMEWORK', ...message, ...split, ...(origin !== undefined && { origin }) })
  }

  #cross({ boundary, passed }: EventOf<'sly.crossed'>): void {
    if (boundary !== 'to-upstream' || passed.length === 0) return
    const values = passed.map(({ key, as }) => [as, jsonValue(this.#input.slyValue(key) ?? 'null')] as const)
    this.#slyData = new Map(values)
  }

  #finishRun({ answer, failure }: EventOf<'run.finished'>): void {
    const front = this.#agents.get(FRONT_MAN_SPAN)
    const text = answer === '' && failure !== undefined ? failure.message : answer
    const hasWorked = !UNASKED.has(failure?.code ?? '')
    const slyData = this.#slyData === undefined || !hasWorked ? {} : { slyData: this.#slyData }
    const chatContext = contextAfter(this.#input, this.#history, front?.asked === true)
    if (failure?.code === 'middleware-invalid') this.#out.push({ type: 'AGENT_FRAMEWORK', text, isFault: true })
    else this.#framework({ text, chatContext, ...slyData })
  }
}

function providerOf(network: Network): string {
  const named = network.frontMan?.llmConfig?.get('class')
  return typeof named === 'string' && named !== '' ? named : 'openai'
}
