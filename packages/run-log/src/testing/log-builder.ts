import { type RunId, runId, type SpanId, sessionId, sha256 } from '@slyglass/base'
import type { Draft, LogEvent, RunEvent } from '../events.ts'
import { LOG_VERSION } from '../events.ts'
import { RUN_SPAN } from '../paths.ts'

/** Numbers events as the append door does, for logs written by hand. */
export class LogBuilder {
  readonly run: RunId
  readonly events: LogEvent[] = []
  #at = 1_700_000_000_000

  /** An empty log. */
  constructor(run = 'run_aaaaaaaaaaaaaaaaaaaa') {
    this.run = runId(run)
  }

  /** Appends an event; each is a millisecond later than the one before. */
  add(draft: Draft): this {
    const { type, span, parent, ...payload } = draft
    this.#at += 1
    const envelope = { v: LOG_VERSION, runId: this.run, seq: this.events.length, at: this.#at, span, parent, type }
    this.events.push({ ...envelope, ...payload } as RunEvent)
    return this
  }

  /** Appends an event of a type from the future. */
  addOpaque(original: string, span: SpanId, parent: SpanId | null): this {
    this.#at += 1
    const envelope = { v: LOG_VERSION + 1, runId: this.run, seq: this.events.length, at: this.#at, span, parent }
    const body = JSON.stringify({ ...envelope, type: original, size: 3 })
    this.events.push({ ...envelope, type: 'opaque', original, body })
    return this
  }
}

/** 64 hexadecimal digits. */
export const SOME_SHA = sha256('ab'.repeat(32))

/** The beginning of a run, with the given private keys. */
export function startedDraft(message: string, keys: readonly string[] = []): Extract<Draft, { type: 'run.started' }> {
  return {
    type: 'run.started',
    span: RUN_SPAN,
    parent: null,
    session: sessionId('ses_aaaaaaaaaaaaaaaaaaaa'),
    network: 'test',
    file: 'registries/test.hocon',
    source: 'test',
    message,
    history: [],
    sly: keys.map((key) => ({ key, fingerprint: 'f'.repeat(32), bytes: 5 })),
    documents: [{ path: 'registries/test.hocon', sha: SOME_SHA, bytes: 12 }],
    env: { LANG: 'C' },
    model: { label: 'offline model (not a language model)', baseUrl: 'offline:', offline: true },
    streaming: true,
    engine: 'slyglass test',
  }
}
