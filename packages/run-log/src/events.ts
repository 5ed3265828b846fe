import type { JsonText, RunId, SessionId, Sha256, SpanId } from '@slyglass/base'
import type { MiddlewareAnswer, MiddlewareStep, ModelAnswer, ModelCall, ToolAnswer, Usage } from './attempt-answers.ts'
import type { TapeNote } from './tape/tape-entry.ts'

export type {
  MediaRef,
  MiddlewareAnswer,
  MiddlewareStep,
  ModelAnswer,
  ModelCall,
  ToolAnswer,
  Usage,
} from './attempt-answers.ts'

/** Version of the event format written by this build. */
export const LOG_VERSION = 1

/** How a span ended. Timeouts are `failed` with code `timed-out`. */
export type Outcome = 'ok' | 'failed' | 'cancelled' | 'denied'

/** Why something failed, in words for a person; `code` is stable, kebab-case. Masked like every text of the log. */
export interface Failure {
  readonly code: string
  readonly message: string
  /** Longer text for people only (a traceback, a provider's body); never sent to a model. */
  readonly detail?: string
  readonly retryable?: boolean
  /** Kind of failure that authors tell apart: validation, external, system, exception, permission, rate-limit. */
  readonly category?: string
}

/** All that a log may say of a private value. `fingerprint` is 32 hex digits, keyed per session; `bytes` of its JSON text. */
export interface SlyRef {
  readonly key: string
  readonly fingerprint: string
  readonly bytes: number
}

/** Text kept once by content in `chunks`; `bytes` is its UTF-8 length. */
export interface ChunkRef {
  readonly sha: Sha256
  readonly bytes: number
}

/** A document or include as it was when the run started. `path` is relative to the project. */
export interface DocumentRef extends ChunkRef {
  readonly path: string
}

/** One past message of the front man, as neuro-san's chat_context holds it. */
export interface HistoryMessage {
  readonly type: 'HUMAN' | 'AI'
  readonly text: string
  /** Only where the past is told with its calls: those of an answer; or which call this text is the result of. */
  readonly calls?: readonly ModelCall[]
  readonly result?: { readonly callId?: string; readonly name?: string }
}

/** Which endpoint answers, in words for people. No key, no key name's value. */
export interface ModelRef {
  /** What the screen says, such as `gpt-4o` or `offline model (not a language model)`. */
  readonly label: string
  readonly baseUrl: string
  readonly offline: boolean
}

/** How many values of each class a search knew (M2.4). */
export interface ScanClasses {
  readonly strong: number
  readonly weak: number
  readonly public: number
  readonly unsearchable: number
}

/** A private value found in the bytes of a model request. `offset` counts bytes of the exact request. */
export interface ScanHit {
  readonly key: string
  readonly form: string
  readonly offset: number
  readonly strength: 'strong' | 'weak' | 'public'
}

/** What the search over one request's exact bytes found, before it was sent. */
export interface Scan {
  readonly values: number
  readonly classes: ScanClasses
  /** Keys searched for, each with its class; a key with several leaves has the strongest. */
  readonly keys: readonly { readonly key: string; readonly strength: keyof ScanClasses }[]
  readonly hits: readonly ScanHit[]
  /** Names of the passes that ran, such as `A`. */
  readonly passes: readonly string[]
}

/** A model request as it left: `parts` joined are the exact body (masked where private values were found). */
export interface RequestRecord {
  readonly url: string
  readonly bytes: number
  readonly parts: readonly Sha256[]
  readonly scan: Scan
}

/** Kinds of batch: Nous runs calls one after the other by default; neuro-san runs those of one answer together. */
export interface Batch {
  readonly id: string
  readonly size: number
  readonly mode: 'sequential' | 'parallel'
  readonly ceilingMs: number
  /** Its calls follow the rules of this studio: what their ends say is what the model reads. */
  readonly ruled?: boolean
}

/** What a tool is made of. */
export type ToolKind = 'coded-tool' | 'agent' | 'toolbox-tool' | 'mcp-tool' | 'network' | 'unknown'

/** Language of a coded tool's host. */
export type ToolLanguage = 'python' | 'typescript' | 'javascript'

/**
 * What encloses a tool while it runs, from strong to weak: bubblewrap, a JavaScript engine of its own, Node's permissions, nothing
 * but limits (`host`). `studio`: a tool of the studio itself, in the studio's own process. `memory`: one whose files and programs are
 * nowhere else.
 */
export type Isolation = 'bwrap' | 'quickjs' | 'permission' | 'host' | 'studio' | 'memory'

/** Where a private value crossed the network's edge. */
export type Boundary = 'to-downstream' | 'from-downstream' | 'to-upstream'

/** Limits that end something: of an agent, of a call (`rate`, `ceiling`), of the run, of the conversation. */
export type Limit =
  | 'steps'
  | 'seconds'
  | 'attempts'
  | 'output'
  | 'iterations'
  | 'rate'
  | 'ceiling'
  | 'tool_calls'
  | 'same_call_repeats'
  | 'max_turns'
  | 'max_budget_tokens'

/** A tool that is called alone. `args` is a JSON object; `agent` says whose tool it is; `times`: one call after the other. */
export interface LoneCall {
  readonly tool: string
  readonly args: JsonText
  readonly agent?: string
  readonly times?: number
}

/** Payloads by event type: the closed list of mechanisms.md 1.2, and no other. */
export interface Payloads {
  'run.started': {
    readonly session: SessionId
    readonly network: string
    /** Path of the network's file in the project. */
    readonly file: string
    readonly source: 'chat' | 'service' | 'test' | 'resume'
    readonly message: string
    readonly history: readonly ChunkRef[]
    readonly sly: readonly SlyRef[]
    readonly documents: readonly DocumentRef[]
    readonly env: Readonly<Record<string, string>>
    readonly model: ModelRef
    readonly streaming: boolean
    readonly engine: string
    /** What tools share when the run begins, as JSON text; absent while nothing is. */
    readonly deps?: JsonText
    /** What the conversation had used up before, where it was counted. */
    readonly used?: { readonly turns: number; readonly inputTokens: number; readonly outputTokens: number }
    /** Only where one tool is called alone, without a model. */
    readonly call?: LoneCall
    /** Only where the run writes on the session's tape, and does nothing else. */
    readonly tape?: TapeNote
    /** Only where the message is a command: what it begins with. No model is asked. */
    readonly command?: { readonly prefix: string }
  }
  'run.finished': { readonly outcome: Outcome; readonly answer: string; readonly failure?: Failure }
  'agent.started': {
    readonly agent: string
    readonly role: 'front-man' | 'agent'
    /** neuro-san's instantiation index, from 1, per tool name and run. */
    readonly instance: number
    /** What it was told: the user's words, or the text built from the call's arguments. */
    readonly input: string
  }
  'agent.finished': {
    readonly outcome: Outcome
    readonly answer: string
    readonly failure?: Failure
    /** What its calls changed of what tools share, as operations; absent when nothing. */
    readonly changes?: JsonText
  }
  'model.started': {
    readonly agent: string
    readonly turn: number
    readonly model: string
    /** Names of the tools that it is offered, in their order. Absent where an agent is offered the same in every turn. */
    readonly offered?: readonly string[]
  }
  'model.finished': {
    readonly outcome: Outcome
    readonly text: string
    readonly calls: readonly ModelCall[]
    readonly usage?: Usage
    readonly attempts: number
    readonly failure?: Failure
    /** Who answered: the provider class and the model's name as it was sent. Absent without an answer. */
    readonly answeredBy?: { readonly providerClass: string; readonly model: string }
  }
  'tool.started': {
    readonly agent: string
    readonly tool: string
    readonly kind: ToolKind
    readonly callId: string
    /** The text the model wrote. */
    readonly args: string
    readonly batch: Batch
    readonly instance: number
    /** As people, commands and code know the tool, where that is not its name. */
    readonly runtimeName?: string
    /** As the model wrote the name, where that is not the tool's. */
    readonly calledAs?: string
    /** Only of another network: the reference as the network writes it, which stands in paths in place of the tool's name. */
    readonly reference?: string
    /** Only of a call that code made: its whole path, in which the caller stands twice. Its parent is the caller's attempt. */
    readonly origin?: readonly { readonly tool: string; readonly instance: number }[]
    /** Whose call it is: the `user_id` of what tools share. Absent where nobody is told. */
    readonly userId?: string
  }
  'tool.finished': {
    readonly outcome: Outcome
    /** The structured result as JSON text; absent when it could not be held or there is none. */
    readonly result?: JsonText
    /** Exactly what the model reads. */
    readonly text: string
    readonly attempts: number
    readonly failure?: Failure
  }
  'attempt.started': {
    readonly of: 'model' | 'tool' | 'middleware'
    readonly number: number
    readonly digest: Sha256
    /** Only of middleware: what of it runs. */
    readonly middleware?: MiddlewareStep
    /** Only of a model. */
    readonly request?: RequestRecord
    /** Only of a model: the endpoint, where it is not chat completions. */
    readonly api?: 'responses'
    /** Only of a model: neighbours and system texts were merged on the wire. */
    readonly strictRoles?: true
    /** Of a tool and of middleware that is made: arguments handed over. Of both: the source, and the private keys in reach. */
    readonly args?: JsonText
    readonly language?: ToolLanguage
    readonly source?: { readonly file: string; readonly class: string; readonly sha: Sha256 }
    readonly sly?: readonly SlyRef[]
    readonly isolation?: Isolation
    /** The tool could open no connection. */
    readonly offline?: true
    /** Only of another network of this server: the run that answers. */
    readonly peerRun?: RunId
  }
  'attempt.delta': {
    readonly kind: 'text' | 'output' | 'progress'
    readonly text: string
    /** `stdout` or `stderr` of a tool. */
    readonly stream?: 'stdout' | 'stderr'
    /** Structure of a progress report. */
    readonly structure?: JsonText
  }
  'attempt.finished': {
    readonly outcome: Outcome
    /** The answer in its logged form: a model's text, calls and usage, a tool's text and result, or what middleware changes. */
    readonly answer?: ModelAnswer | ToolAnswer | MiddlewareAnswer
    readonly failure?: Failure
    /** Private keys the tool read, when its host could tell. */
    readonly reads?: readonly string[]
    /** The host gave up waiting for code that cannot be stopped (mechanisms.md 3.3). */
    readonly abandoned?: boolean
    /** The tool ran through its synchronous `invoke`. */
    readonly synchronous?: boolean
    readonly replayed?: boolean
    /** The network's mock answered; nothing was called. */
    readonly mocked?: boolean
    /** A result that was kept answered; nothing was called. */
    readonly cached?: { readonly ageMs: number }
  }
  'command.started': {
    /** As it was typed, without its prefix. */
    readonly text: string
    readonly prefix?: string
    /** Its first word; absent where its words cannot be read. */
    readonly name?: string
  }
  'command.finished': { readonly outcome: Outcome; readonly text: string; readonly failure?: Failure }
  'hook.finished': {
    readonly hook: string
    readonly stage: 'pre' | 'post'
    readonly decision: 'allow' | 'deny' | 'modify' | 'replace'
    readonly reason?: string
    /** What it looked at, such as `pre_tool_use`. */
    readonly event?: string
    /** Only of `modify`: the parts of the payload that it replaced; of `replace`: the result that takes the call's place. */
    readonly changes?: JsonText
  }
  'approval.requested': {
    readonly tool: string
    /** The final arguments in their logged form, and the digest of that: an answer counts for them only. */
    readonly args: JsonText
    readonly argsSha: Sha256
    /** How long an answer is waited for. */
    readonly timeoutMs?: number
    /** What a restart does with the code that asks, where that ends with its process; absent: a person is asked about it. */
    readonly lostCode?: 'rerun' | 'fail'
  }
  'approval.answered': {
    readonly decision: 'approved' | 'rejected' | 'edited' | 'expired'
    readonly args?: JsonText
    readonly reason?: string
  }
  'sly.changed': {
    readonly set: readonly (SlyRef & { readonly by: SpanId | null })[]
    readonly removed: readonly { readonly key: string; readonly by: SpanId | null }[]
    readonly conflicts: readonly { readonly path: string }[]
  }
  'sly.crossed': {
    readonly boundary: Boundary
    /** `client`, or the reference of the other network. */
    readonly peer: string
    readonly passed: readonly { readonly key: string; readonly as: string }[]
    readonly withheld: readonly string[]
    /** The rule that decided, such as `allow.to_upstream`; absent when there is none (deny by default). */
    readonly rule?: string
  }
  'sly.leaked': {
    readonly key: string
    readonly form: string
    /** Where it was masked, such as `tool.finished text`. */
    readonly where: string
    readonly count: number
  }
  'context.changed': { readonly changes: JsonText }
  'limit.reached': { readonly limit: Limit; readonly value: number }
  'note.noted': {
    readonly level: 'debug' | 'info' | 'warning' | 'error'
    readonly text: string
    readonly source?: string
    /** What it writes on the session's tape. */
    readonly tape?: TapeNote
  }
}

/** The closed list of event names. */
export type EventType = keyof Payloads

/** The fields that every event has. `at` is milliseconds since 1970; `parent` of the run's span is null. */
export interface Envelope {
  readonly v: number
  readonly runId: RunId
  readonly seq: number
  readonly at: number
  readonly span: SpanId
  readonly parent: SpanId | null
}

/** One event of a type. */
export type EventOf<T extends EventType> = T extends EventType ? Envelope & { readonly type: T } & Payloads[T] : never

/** Any event that this build knows. */
export type RunEvent = EventOf<EventType>

/** An event of a type that this build does not know (law E6): shown, never dropped. */
export interface OpaqueEvent extends Envelope {
  readonly type: 'opaque'
  readonly original: string
  readonly body: JsonText
}

/** What a log yields when it is read. */
export type LogEvent = RunEvent | OpaqueEvent

/** An event before the append door gave it a number and a time. */
export type Draft<T extends EventType = EventType> = T extends EventType
  ? { readonly span: SpanId; readonly parent: SpanId | null; readonly type: T } & Payloads[T]
  : never
