// The lines a host process may send, checked. SPEC.md describes both directions.
import { parseJson } from '@slyglass/base'
import { z } from 'zod'

/** Texts by name. Any name is data, `__proto__` too, which `z.record` would drop. */
const texts = z.custom<Texts>(areTexts)

/** Private values: each is exact JSON, as the vault takes it. A tool that finds the wire can write anything on it. */
const values = z.custom<Texts>(areValues)

type Texts = Readonly<Record<string, string>>

function areTexts(value: unknown): value is Texts {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every((text) => typeof text === 'string')
}

function areValues(value: unknown): value is Texts {
  return areTexts(value) && Object.values(value).every((text) => parseJson(text).ok)
}

/** JSON that people read; results may be long, so it is looked at in the quickest way. */
const jsonText = z.string().refine(isJson)

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

export const NO_TEXTS: Texts = Object.freeze({})
const NO_KEYS: string[] = []
Object.freeze(NO_KEYS)
/** Nothing was changed. */
const UNCHANGED = Object.freeze({ set: NO_TEXTS, del: NO_KEYS, opaque: NO_TEXTS, base: NO_TEXTS })

/** What is left out was not changed. `report` numbers what a board told of itself, from 1. */
const slyDiff = z.object({
  set: values.default(NO_TEXTS),
  del: z.array(z.string()).default(NO_KEYS),
  opaque: texts.default(NO_TEXTS),
  base: values.default(NO_TEXTS),
  report: z.number().optional(),
})

/** What is left out is as it is with most calls. */
const facts = {
  type: z.literal('done'),
  call: z.string(),
  sly: slyDiff.default(UNCHANGED),
  reads: z.array(z.string()).nullable().default(NO_KEYS),
  abandoned: z.boolean().default(false),
  synchronous: z.boolean().default(false),
  text: z.string(),
  /** Something of the run lives in the process, in TypeScript in the thread of the call, and nowhere else. */
  holds: z.boolean().optional(),
  /** Sentences for people about what the call did to its values. */
  warnings: z.array(z.string()).optional(),
  /** It may have said something on the descriptors of its process that has not been read yet. */
  loose: z.boolean().optional(),
}

const done = z.discriminatedUnion('ok', [
  z.object({
    ...facts,
    ok: z.literal(true),
    /** Left out where it is the text. */
    valueJson: jsonText.nullish(),
    /** What the tool changes of what tools share. */
    updateJson: jsonText.optional(),
    /** Pictures, sounds and films that it has opened for people to see. */
    media: z.array(z.object({ mimeType: z.string(), base64: z.string(), name: z.string() })).optional(),
  }),
  z.object({
    ...facts,
    ok: z.literal(false),
    code: z.string(),
    message: z.string(),
    traceback: z.string(),
    category: z.string().optional(),
    /** The tool did its work, and its renderer failed. */
    valueJson: jsonText.nullish(),
  }),
])

const others = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ready'),
    protocol: z.literal(1),
    language: z.enum(['python', 'typescript']),
    version: z.string(),
    pid: z.number(),
    /** Python: so many lanes can be spoken to on the descriptors that it was told. */
    lanes: z.number().optional(),
  }),
  /** The call waits for a debugger; `text` says how to attach one. */
  z.object({ type: z.literal('debugger'), call: z.string(), text: z.string() }),
  z.object({ type: z.literal('found'), call: z.string(), file: z.string(), sha: z.string() }),
  z.object({
    type: z.literal('out'),
    call: z.string().nullable(),
    fd: z.enum(['stdout', 'stderr']),
    text: z.string(),
    cut: z.boolean().optional(),
  }),
  /** A Python file of the project has loaded with this text, and the class `name` was found in it, for the first time. */
  z.object({ type: z.literal('good'), path: z.string(), text: z.string(), name: z.string().optional() }),
  z.object({ type: z.literal('private'), call: z.string(), values }),
  z.object({
    type: z.literal('progress'),
    call: z.string(),
    structureJson: jsonText.nullable(),
    content: z.string(),
  }),
  z.object({
    type: z.literal('use'),
    call: z.string(),
    use: z.string(),
    tool: z.string(),
    argsJson: z.string(),
    handler: z.boolean().optional(),
  }),
  z.object({
    type: z.literal('closed'),
    scope: z.string(),
    problems: z.array(z.string()).optional(),
    /** Nothing goes on in the thread or lane any more. */
    atRest: z.boolean().optional(),
  }),
  z.object({ type: z.literal('pong') }),
  /** A thread is over. Of the calls that it was sent it has taken up the first `taken`. */
  z.object({
    type: z.literal('ended'),
    thread: z.number(),
    taken: z.number(),
    code: z.string(),
    message: z.string(),
  }),
])

export type FromHost = z.infer<typeof done> | z.infer<typeof others>
export type DoneMessage = z.infer<typeof done>
export type FoundMessage = Extract<FromHost, { type: 'found' }>
/** The text behind a class. */
export type FoundText = Pick<FoundMessage, 'file' | 'sha'>

/** What the server sends. */
export type ToHost =
  | {
      readonly type: 'hello'
      readonly protocol: 1
      readonly network: string
      /** As it is named in texts: packages joined by colons. */
      readonly toolPath: string
      /** Import roots of Python. */
      readonly path: readonly string[]
      /** Folders whose debug log lines are shown. */
      readonly ownFolders: readonly string[]
      /** Folder with the last versions of Python files that loaded. */
      readonly lastGood: string
      /** Python: descriptors on which lanes may be spoken to. */
      readonly lanes?: readonly number[]
      /** Tools wait for a debugger. */
      readonly debug?: boolean
      readonly limits: {
        readonly memoryBytes: number
        readonly resultBytes: number
        readonly outputBytes: number
        readonly processes: number
      }
    }
  | CallMessage
  | { readonly type: 'go' | 'cancel' | 'interrupt' | 'abandon'; readonly call: string }
  | { readonly type: 'close'; readonly scope: string }
  | { readonly type: 'drop'; readonly scopes: readonly string[] }
  | { readonly type: 'ping' }
  | { readonly type: 'open' | 'end'; readonly thread: number }
  | {
      readonly type: 'used'
      readonly call: string
      readonly use: string
      readonly ok: boolean
      readonly kind: 'text' | 'value' | 'stopped'
      readonly text: string
      /** The call was made and failed. */
      readonly failed?: true
      readonly valueJson?: string
    }

export interface CallMessage {
  readonly type: 'call'
  readonly call: string
  readonly scope: string
  readonly class: string
  /**
   * What it will find, as this process found it before; true where the bundle says so. The attempt is committed: it need not ask.
   */
  readonly permit?: FoundText | true | undefined
  /** Python: modules to try, in order. */
  readonly modules: readonly string[]
  /** TypeScript: the bundle and the source it was made of. */
  readonly bundle?:
    | {
        readonly path: string
        readonly file: string
        readonly sha: string
        /** It runs in an engine of its own, inside of the thread. */
        readonly engine?: 'quickjs'
      }
    | undefined
  readonly argsJson: string
  /** A step of a middleware class instead of a coded tool. */
  readonly middleware?: { readonly instance: string; readonly hook: string } | undefined
  /** TypeScript: something else than a call of the tool. `class` ends with the name of the export. */
  readonly task?: 'describe' | 'health' | 'hook' | undefined
  /** What a tool is told besides, as a JSON object. */
  readonly contextJson?: string | undefined
  readonly origin: readonly { readonly tool: string; readonly instantiation_index: number }[]
  readonly idempotencyKey: string
  /** The tool may ask for temporary networks, and is told that there are none. */
  readonly reservations?: true | undefined
  readonly sly: Readonly<Record<string, string>>
  /** The last report of the run's board that had arrived when this was sent. */
  readonly seen: number
  /** Runs of which nothing lives there; they are forgotten before it begins. */
  readonly drop?: readonly string[] | undefined
}

/** A call that is being made ready: its board, what it may find and what it makes forgotten are known when it leaves. */
export type UnsentCall = { -readonly [Key in keyof CallMessage]: CallMessage[Key] }

/** A line as a message, or undefined when it is none. */
export function decodeHostLine(line: string): FromHost | undefined {
  try {
    const message: unknown = JSON.parse(line)
    const isDone = (message as Partial<FromHost> | null)?.type === 'done'
    const plain = isDone ? plainDone(message as Partial<DoneMessage>) : undefined
    if (plain !== undefined) return plain
    const parsed = (isDone ? done : others).safeParse(message)
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** How most calls end. Looked at by hand, since every call has one; what says more than this goes through the schema, which decides. */
function plainDone(message: Partial<DoneMessage>): DoneMessage | undefined {
  const { call, reads = NO_KEYS, abandoned = false, synchronous = false, text, holds, warnings, loose } = message
  if (typeof call !== 'string' || typeof text !== 'string' || warnings !== undefined) return undefined
  if (typeof abandoned !== 'boolean' || typeof synchronous !== 'boolean') return undefined
  if (holds !== undefined && typeof holds !== 'boolean') return undefined
  if (loose !== undefined && typeof loose !== 'boolean') return undefined
  if (reads !== null && !isListOfTexts(reads)) return undefined
  const sly = plainDiff(message.sly)
  if (sly === undefined) return undefined
  const told = { type: 'done', call, sly, reads, abandoned, synchronous, text, holds, loose } as const
  if (message.ok === true) return plainSuccess(message, told)
  return message.ok === false ? plainFailure(message, told) : undefined
}

type Told = Pick<
  DoneMessage,
  'type' | 'call' | 'sly' | 'reads' | 'abandoned' | 'synchronous' | 'text' | 'holds' | 'loose'
>

function plainSuccess(message: Partial<Extract<DoneMessage, { ok: true }>>, told: Told): DoneMessage | undefined {
  const { valueJson, updateJson, media } = message
  if (updateJson !== undefined || media !== undefined) return undefined
  const isValue = valueJson === undefined || valueJson === null || (typeof valueJson === 'string' && isJson(valueJson))
  return isValue ? { ...told, ok: true, valueJson } : undefined
}

function plainFailure(message: Partial<Extract<DoneMessage, { ok: false }>>, told: Told): DoneMessage | undefined {
  const { code, message: said, traceback, category, valueJson } = message
  if (category !== undefined || valueJson !== undefined) return undefined
  if (typeof code !== 'string' || typeof said !== 'string' || typeof traceback !== 'string') return undefined
  return { ...told, ok: false, code, message: said, traceback }
}

function plainDiff(sly: unknown): DoneMessage['sly'] | undefined {
  if (sly === undefined) return UNCHANGED
  if (typeof sly !== 'object' || sly === null || Array.isArray(sly)) return undefined
  const {
    set = NO_TEXTS,
    del = NO_KEYS,
    opaque = NO_TEXTS,
    base = NO_TEXTS,
    report,
  } = sly as Partial<DoneMessage['sly']>
  if (report !== undefined && !Number.isFinite(report)) return undefined
  const isNothing = set === NO_TEXTS && del === NO_KEYS && opaque === NO_TEXTS && base === NO_TEXTS
  if (!isNothing && !(areValues(set) && isListOfTexts(del) && areTexts(opaque) && areValues(base))) return undefined
  return { set, del, opaque, base, report }
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === 'string')
}
