// Reads the lines of one run out of its log: what the front man was told and said, its calls, and what tools and commands recorded.
import { type Json, jsonAt, parseJson, type SpanId, toJson } from '@slyglass/base'
import { type ContextOp, readContextOps } from '../context-ops.ts'
import type { EventOf, LogEvent, ModelCall } from '../events.ts'
import { callOfAttempt, FRONT_MAN_SPAN } from '../paths.ts'
import { anchorLines, type Line, type TapeContent, type TapePlace } from './tape-entry.ts'

/** No endpoint takes a call that nothing answers. */
const UNANSWERED = 'This call was not made.'

interface Begun {
  readonly callId: string
  readonly tool: string
  /** Under rules the call's own end says what it changes, else that of its attempt. */
  readonly ruled: boolean
}

/** Collects lines while the events of one run are read in their order. */
export class RunReader {
  readonly anchors: Line[] = []
  readonly lines: Line[] = []
  isTold = false
  readonly #begun = new Map<SpanId, Begun>()
  /** Results of the newest calls, until all that is said about them is there. */
  readonly #results = new Map<string, string>()
  #calls: readonly ModelCall[] = []
  #isTalk = false

  read(event: LogEvent): void {
    const place = { run: event.runId, at: event.at }
    switch (event.type) {
      case 'run.started':
        this.#isTalk = event.call === undefined && event.tape === undefined
        if (this.#isTalk) this.#add(place, { kind: 'message', role: 'user', text: event.message })
        return
      case 'note.noted':
        if (event.tape?.kind === 'anchor')
          this.anchors.push(...anchorLines(event.tape.name, objectOf(event.tape.state), place))
        return
      case 'model.finished':
        if (event.parent === FRONT_MAN_SPAN) this.#readTurn(event, place)
        return
      case 'tool.started':
        this.#begun.set(event.span, { callId: event.callId, tool: event.tool, ruled: event.batch.ruled === true })
        return
      case 'tool.finished':
        this.#readResult(event)
        return
      case 'context.changed':
        if (event.parent === FRONT_MAN_SPAN) this.#readRecords(jsonAt(objectOf(event.changes), 'ops'), place)
        return
      case 'attempt.finished':
        this.#readAttempt(event, place)
        return
      case 'command.finished':
        this.#readCommand(event, place)
        return
      case 'run.finished':
        this.#readEnd(event, place)
    }
  }

  #add(place: TapePlace, content: TapeContent): void {
    this.lines.push({ ...place, ...content })
  }

  #readTurn({ calls, text }: EventOf<'model.finished'>, place: TapePlace): void {
    this.#closeResults(place)
    if (calls.length === 0) return
    this.#calls = calls
    this.#add(place, { kind: 'tool_call', calls, text })
  }

  #readResult({ span, parent, text }: EventOf<'tool.finished'>): void {
    const call = this.#begun.get(span)
    if (parent === FRONT_MAN_SPAN && call !== undefined) this.#results.set(call.callId, text)
  }

  /** Results stand in the order of their calls, whichever was there first. */
  #closeResults(place: TapePlace): void {
    const results = this.#calls.map(({ id, tool }) => ({
      text: this.#results.get(id) ?? UNANSWERED,
      name: tool,
      callId: id,
    }))
    if (results.length > 0) this.#add(place, { kind: 'tool_result', results })
    this.#results.clear()
    this.#calls = []
  }

  #readAttempt({ span, answer }: EventOf<'attempt.finished'>, place: TapePlace): void {
    const call = this.#begun.get(callOfAttempt(span))
    if (answer?.of !== 'tool' || call?.ruled !== false || answer.update === undefined) return
    const parsed = parseJson(answer.update)
    if (parsed.ok) this.#readRecords(parsed.value, place)
  }

  #readRecords(ops: Json | undefined, place: TapePlace): void {
    for (const op of readContextOps(ops))
      if (isRecord(op)) this.#add(place, { kind: 'event', name: op.type, data: op.data })
  }

  /** A command is no message: no model is told of it. */
  #readCommand({ text, outcome }: EventOf<'command.finished'>, place: TapePlace): void {
    const asked = this.lines.findIndex((line) => line.kind === 'message')
    const [said] = asked < 0 ? [] : this.lines.splice(asked, 1)
    const raw = said?.kind === 'message' ? said.text : ''
    this.#isTalk = false
    this.#add(place, { kind: 'event', name: 'command', data: toJson({ raw, status: outcome, output: text }) })
  }

  #readEnd({ outcome, answer }: EventOf<'run.finished'>, place: TapePlace): void {
    this.#closeResults(place)
    this.isTold = outcome !== 'cancelled' && answer !== ''
    if (this.#isTalk && answer !== '') this.#add(place, { kind: 'message', role: 'assistant', text: answer })
  }
}

function isRecord(op: ContextOp): op is Extract<ContextOp, { op: 'log_event' }> {
  return op.op === 'log_event'
}

/** A JSON object as it is written down; one without parts where it is none. */
function objectOf(text: string | undefined): Json {
  const parsed = parseJson(text ?? '{}')
  return parsed.ok ? parsed.value : new Map()
}
