// The answers that screens ask of a log. Each is the state of one reducer: `reduce(state, events[])`.
import type { JsonObject, JsonText, Sha256, SpanId } from '@slyglass/base'
import type {
  Batch,
  Boundary,
  EventOf,
  Failure,
  HistoryMessage,
  Isolation,
  LogEvent,
  MiddlewareAnswer,
  ModelAnswer,
  ModelCall,
  Outcome,
  RequestRecord,
  ScanClasses,
  SlyRef,
  ToolAnswer,
  ToolKind,
  ToolLanguage,
  Usage,
} from './events.ts'

/** State of a span as a screen says it. */
export type SpanState =
  | 'queued'
  | 'running'
  | 'waiting for approval'
  | 'ok'
  | 'failed'
  | 'denied'
  | 'cancelled'
  | 'replayed'

/** A reducer: pure, batched, idempotent under re-delivery (laws E1, E5). */
export interface Reducer<S> {
  readonly initial: S
  reduce(state: S, events: readonly LogEvent[]): S
}

/** One row of the trace tree. */
export interface TraceSpan {
  readonly id: SpanId
  readonly parent: SpanId | null
  readonly kind: 'run' | 'agent' | 'model' | 'tool' | 'attempt' | 'command' | 'hook' | 'approval'
  readonly name: string
  readonly state: SpanState
  readonly startedAt: number
  readonly finishedAt?: number
  readonly children: readonly SpanId[]
  /** Sequence numbers of its own events, in order. */
  readonly events: readonly number[]
  readonly failure?: Failure
  /** Tool: what the model wrote. Attempt: what was handed over. */
  readonly args?: string
  readonly toolKind?: ToolKind
  /** Of a tool: its name with dots, and the name that the model wrote, where they are others than `name`. */
  readonly runtimeName?: string
  readonly calledAs?: string
  readonly callId?: string
  /** Of a tool: whose call it is. */
  readonly userId?: string
  readonly batch?: Batch
  readonly result?: JsonText
  /** Tool: text the model read. Model and agent: its words so far. Attempt: its output or deltas so far. */
  readonly text?: string
  readonly calls?: readonly ModelCall[]
  readonly usage?: Usage
  readonly request?: RequestRecord
  readonly answer?: ModelAnswer | ToolAnswer | MiddlewareAnswer
  readonly model?: string
  readonly turn?: number
  /** Of a model: the tools that its request held, where that may differ from request to request. */
  readonly offered?: readonly string[]
  readonly attempt?: { readonly of: 'model' | 'tool' | 'middleware'; readonly number: number }
  readonly language?: ToolLanguage
  readonly source?: { readonly file: string; readonly class: string }
  readonly isolation?: Isolation
  readonly offline?: true
  /** Private keys in reach of an attempt, and those it read (undefined: not told). */
  readonly sly?: readonly SlyRef[]
  readonly reads?: readonly string[]
  readonly wrote?: readonly string[]
  readonly progress?: { readonly text: string; readonly structure?: JsonText }
  readonly abandoned?: boolean
  readonly synchronous?: boolean
  /** A mock or a kept result answered. */
  readonly mocked?: boolean
  readonly cached?: { readonly ageMs: number }
  /** Of a hook: what it decided. `changes` is JSON text. */
  readonly hook?: Pick<EventOf<'hook.finished'>, 'stage' | 'decision' | 'event' | 'reason' | 'changes'>
  /** Of a question to a person. */
  readonly approval?: Pick<EventOf<'approval.requested'>, 'argsSha' | 'timeoutMs'> &
    Partial<Pick<EventOf<'approval.answered'>, 'decision' | 'reason'>> & { readonly edited?: JsonText }
}

/** The whole tree. */
export interface Trace {
  readonly lastSeq: number
  readonly root?: SpanId
  readonly spans: ReadonlyMap<SpanId, TraceSpan>
  /** Notes, limits, crossings and leaks that belong to no row of their own, with the span they happened in. */
  readonly marks: readonly {
    readonly seq: number
    readonly span: SpanId
    readonly text: string
    readonly tone: 'plain' | 'warning' | 'error'
  }[]
}

/** One tool call as the chat shows it. */
export interface TranscriptCall {
  readonly span: SpanId
  readonly tool: string
  readonly kind: ToolKind
  readonly state: SpanState
  readonly args: string
  readonly startedAt: number
  readonly finishedAt?: number
  readonly text?: string
  readonly result?: JsonText
  readonly failure?: Failure
  readonly progress?: { readonly text: string; readonly structure?: JsonText }
  readonly output: string
  readonly slyKeys: readonly string[]
  /** Attempts so far, where there was more than one. */
  readonly attempts?: number
  readonly mocked?: boolean
  readonly cached?: { readonly ageMs: number }
  /** What was odd about how it ran, such as that an older version of its file did; it may have gone well all the same. */
  readonly warnings?: readonly string[]
  /** The question to a person about it, the newest one. `call` and `argsSha` are what a decision names. */
  readonly approval?: Pick<Approval, 'call' | 'args' | 'argsSha' | 'at' | 'timeoutMs' | 'answer'>
  /** Of a delegation: what the called agent did. */
  readonly inner: readonly TranscriptEntry[]
}

/** One thing in the conversation of a run, in order. */
export type TranscriptEntry =
  | { readonly kind: 'user'; readonly span: SpanId; readonly text: string; readonly at: number }
  | {
      readonly kind: 'agent'
      readonly span: SpanId
      readonly agent: string
      readonly text: string
      readonly streaming: boolean
      readonly at: number
    }
  | {
      readonly kind: 'calls'
      readonly batch: string
      readonly mode: Batch['mode']
      readonly agent: string
      readonly calls: readonly TranscriptCall[]
    }
  | { readonly kind: 'failure'; readonly span: SpanId; readonly failure: Failure; readonly outcome: Outcome }
  /** What came of a command; its calls stand before it. */
  | {
      readonly kind: 'command'
      readonly span: SpanId
      readonly text: string
      readonly output: string
      readonly outcome: Outcome
    }
  | {
      readonly kind: 'note'
      readonly span: SpanId
      readonly text: string
      readonly level: 'info' | 'warning' | 'error'
      /** It is true only while the run goes on. */
      readonly passing?: true
    }

/** The conversation of one run. */
export interface Transcript {
  readonly lastSeq: number
  readonly entries: readonly TranscriptEntry[]
  readonly running: boolean
  readonly outcome?: Outcome
}

/** What an entry of the network is doing: the state of its newest span, and how many are open. */
export interface EntryActivity {
  readonly state: SpanState
  readonly open: number
  readonly startedAt: number
  readonly finishedAt?: number
  readonly note?: string
}

/** Live state of nodes and edges. Edge keys are `caller>callee`. */
export interface Activity {
  readonly lastSeq: number
  readonly running: boolean
  readonly entries: ReadonlyMap<string, EntryActivity>
  readonly edges: ReadonlyMap<string, SpanState>
}

/** One private key as a run's log tells of it. */
export interface SlyKeyView {
  readonly key: string
  readonly ref: SlyRef
  /** Spans that wrote it, in order, with the fingerprint after; null = the client. */
  readonly writes: readonly { readonly by: SpanId | null; readonly ref: SlyRef; readonly seq: number }[]
  readonly readBy: readonly SpanId[]
  readonly removed: boolean
}

/** One model request in the ledger. */
export interface LedgerRequest {
  readonly span: SpanId
  readonly number: number
  readonly bytes: number
  readonly counts: ReadonlyMap<string, number>
}

/** The ledger: requests × private values × occurrences. */
export interface SlyLedger {
  readonly lastSeq: number
  readonly requests: readonly LedgerRequest[]
  readonly keys: ReadonlyMap<string, SlyKeyView>
  /** Of the newest search: how many values of each class it knew. */
  readonly classes: ScanClasses
  readonly values: number
  readonly occurrences: number
  readonly leaks: readonly {
    readonly span: SpanId
    readonly key: string
    readonly form: string
    readonly where: string
    readonly count: number
  }[]
  readonly crossings: readonly {
    readonly span: SpanId
    readonly boundary: Boundary
    readonly peer: string
    readonly passed: readonly { readonly key: string; readonly as: string }[]
    readonly withheld: readonly string[]
    readonly rule?: string
  }[]
}

/** Tokens of a run, whole and by agent. */
export interface UsageTotals {
  readonly lastSeq: number
  readonly promptTokens: number
  readonly completionTokens: number
  readonly requests: number
  readonly toolCalls: number
  readonly byAgent: ReadonlyMap<string, Usage>
}

/** What a run adds to the conversation that the next run of its session begins with (neuro-san's chat_context). */
export interface History {
  readonly lastSeq: number
  /** Texts with their braces doubled, as the next model request holds them. */
  readonly messages: readonly HistoryMessage[]
  /** A run that is open or was stopped adds nothing yet. */
  readonly counts: boolean
  /** No model hears of what a command did. */
  readonly isCommand?: true
}

/** What tools of a session share. */
export interface SharedValues {
  readonly lastSeq: number
  readonly values: JsonObject
  /** Calls that changed something, in order. */
  readonly changes: readonly { readonly seq: number; readonly call: SpanId; readonly keys: readonly string[] }[]
}

/** One question to a person. `call` and `argsSha` are what a decision must name. */
export interface Approval {
  readonly seq: number
  readonly at: number
  readonly span: SpanId
  readonly call: SpanId
  /** Who called; absent when the call is not known. */
  readonly agent?: string
  readonly tool: string
  readonly args: JsonText
  readonly argsSha: Sha256
  readonly timeoutMs?: number
  /** Why it is asked whether a call is made again: what is known of the one that was under way. */
  readonly doubt?: string
  /** Code asked that is gone after a restart, and the call with it. */
  readonly endsWithCode?: true
  /** What the network lets a restart do with such code; absent: the person is asked. */
  readonly lostCode?: 'rerun' | 'fail'
  /** How long no server went on with the run while the question was open; that is nobody's time. */
  readonly stoodMs?: number
  readonly answer?: {
    readonly decision: EventOf<'approval.answered'>['decision']
    readonly at: number
    readonly args?: JsonText
    readonly reason?: string
  }
}

/** Questions of a run, in the order in which they were asked. */
export interface Approvals {
  readonly lastSeq: number
  readonly asked: readonly Approval[]
}

/** One thing to do. `calls` are those that added or changed it, in order. */
export interface Todo {
  readonly id: string
  readonly text: string
  /** `pending`, `in_progress`, `completed`, or what a tool wrote. */
  readonly status: string
  readonly priority: string
  readonly calls: readonly SpanId[]
}

/** The list of things to do, in its own order. */
export interface Todos {
  readonly lastSeq: number
  readonly list: readonly Todo[]
}

/** What a run used, and the limits that it came to. */
export interface Limits {
  readonly lastSeq: number
  readonly before?: NonNullable<EventOf<'run.started'>['used']>
  readonly requests: number
  readonly toolCalls: number
  readonly tokens: number
  readonly reached: readonly Pick<EventOf<'limit.reached'>, 'seq' | 'span' | 'limit' | 'value'>[]
}

/** A stretch of time; without an end while it goes on. */
export interface Stretch {
  readonly from: number
  readonly to?: number
}

/** One call of a batch. */
export interface Lane {
  readonly call: SpanId
  readonly tool: string
  readonly state: SpanState
  /** Stage one: arguments, hooks, permissions, until a person is asked or it runs. */
  readonly checked: Stretch
  /** While a person was asked. */
  readonly waited?: Stretch
  /** Stage two: its attempts; absent for a call that was refused. */
  readonly ran?: Stretch
  /** Stage three: when its end was written, and the number of that event. */
  readonly committedAt?: number
  readonly commitSeq?: number
  /** Its place, from 1, by the end of its work and by the end that was written. */
  readonly completed?: number
  readonly committed?: number
}

/** The calls of one answer, in call order. */
export interface BatchLanes {
  readonly batch: Batch
  readonly from: number
  readonly to?: number
  /** When the calls that still run are given up; only of calls under rules. */
  readonly ceilingAt?: number
  readonly lanes: readonly Lane[]
}
