// What came of a tool that was called alone, read out of its run's log.
import type { JsonText, SpanId } from '@slyglass/base'
import type { EventOf, Failure, LogEvent, Outcome } from './events.ts'
import { callOfAttempt } from './paths.ts'

/** One call. Texts are as they are logged: a private value in them reads `⟨sly:key⟩`. */
export interface CalledTool {
  readonly span: SpanId
  readonly tool: string
  /** Absent while it runs. */
  readonly outcome?: Outcome
  /** Exactly what a model would read. */
  readonly text: string
  /** The structured result. */
  readonly value?: JsonText
  readonly failure?: Failure
  readonly attempts: number
  /** From its first attempt to the end of its last one; absent when there was none. */
  readonly ms?: number
  /** A stand-in of the network answered, or a result that was kept. */
  readonly mocked?: boolean
  readonly cached?: { readonly ageMs: number }
  /** Where it ran. */
  readonly ran?: Pick<EventOf<'attempt.started'>, 'language' | 'source' | 'isolation' | 'offline'>
  /** What it printed and logged. */
  readonly output: readonly { readonly stream: 'stdout' | 'stderr'; readonly text: string }[]
  readonly progress: readonly { readonly text: string; readonly structure?: JsonText }[]
  /** Names of private keys that it read (where its host can tell), set and took away. */
  readonly reads?: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
  readonly notes: readonly string[]
}

/** A question to a person that nobody has answered. */
export interface WaitingCall extends Pick<EventOf<'approval.requested'>, 'tool' | 'args' | 'argsSha'> {
  readonly call: SpanId
}

/** All calls of such a run. */
export interface CalledAlone {
  readonly calls: readonly CalledTool[]
  readonly waiting?: WaitingCall
  /** How the run ended; absent while it goes on. */
  readonly outcome?: Outcome
  readonly failure?: Failure
}

type Call = { -readonly [Key in keyof CalledTool]: CalledTool[Key] } & { startedAt?: number }

/** Reads a log from its beginning. Calls that the tool's own code makes are not among them. */
export function readCalls(log: readonly LogEvent[]): CalledAlone {
  const calls = new Map<SpanId, Call>()
  let waiting: WaitingCall | undefined
  for (const event of log) {
    if (event.type === 'tool.started' && isOwn(event.span)) calls.set(event.span, begin(event))
    if (event.type === 'approval.requested') {
      const { span, tool, args, argsSha } = event
      waiting = { call: span.replace(/\?$/, '') as SpanId, tool, args, argsSha }
    }
    if (event.type === 'approval.answered' || event.type === 'run.finished') waiting = undefined
    const call = calls.get(callOfAttempt(event.span))
    if (call !== undefined) follow(call, event)
  }
  const end = log.findLast((event): event is EventOf<'run.finished'> => event.type === 'run.finished')
  return {
    calls: [...calls.values()].map(({ startedAt: _, ...call }) => call),
    ...(waiting !== undefined && { waiting }),
    ...(end !== undefined && { outcome: end.outcome }),
    ...(end?.failure !== undefined && { failure: end.failure }),
  }
}

const isOwn = (span: SpanId): boolean => /^r\.a\.t\d+\.1$/.test(span)

function begin({ span, tool }: EventOf<'tool.started'>): Call {
  return { span, tool, text: '', attempts: 0, output: [], progress: [], changed: [], removed: [], notes: [] }
}

function follow(call: Call, event: LogEvent): void {
  switch (event.type) {
    case 'attempt.started': {
      const { language, source, isolation, offline, number, at } = event
      call.startedAt ??= at
      call.attempts = number
      call.ran = {
        ...(language !== undefined && { language }),
        ...(source !== undefined && { source }),
        ...(isolation !== undefined && { isolation }),
        ...(offline !== undefined && { offline }),
      }
      return
    }
    case 'attempt.delta':
      hear(call, event)
      return
    case 'attempt.finished':
      endAttempt(call, event)
      return
    case 'sly.changed':
      call.changed = merge(call.changed, event.set)
      call.removed = merge(call.removed, event.removed)
      return
    case 'note.noted':
      call.notes = [...call.notes, event.text]
      return
    case 'tool.finished': {
      const { outcome, text, result, failure, attempts } = event
      Object.assign(call, { outcome, text, attempts })
      if (result !== undefined) call.value = result
      if (failure !== undefined) call.failure = failure
      return
    }
  }
}

function hear(call: Call, { kind, text, stream = 'stdout', structure }: EventOf<'attempt.delta'>): void {
  if (kind === 'progress') {
    call.progress = [...call.progress, { text, ...(structure !== undefined && { structure }) }]
    return
  }
  if (kind !== 'output') return
  const last = call.output.at(-1)
  const goesOn = last?.stream === stream
  call.output = [
    ...(goesOn ? call.output.slice(0, -1) : call.output),
    { stream, text: (goesOn ? last.text : '') + text },
  ]
}

function endAttempt(call: Call, { at, mocked, cached, reads }: EventOf<'attempt.finished'>): void {
  if (call.startedAt !== undefined) call.ms = at - call.startedAt
  if (mocked !== undefined) call.mocked = mocked
  if (cached !== undefined) call.cached = cached
  if (reads !== undefined) call.reads = reads
}

function merge(known: readonly string[], more: readonly { readonly key: string }[]): readonly string[] {
  return [...new Set([...known, ...more.map(({ key }) => key)])]
}
