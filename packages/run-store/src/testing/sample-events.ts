import { type RunId, type SessionId, spanId } from '@slyglass/base'
import type { EventOf } from '@slyglass/run-log'

const ROOT = spanId('r')

export function startedEvent(run: RunId, session: SessionId): EventOf<'run.started'> {
  return {
    ...envelope(run, 0),
    type: 'run.started',
    session,
    network: 'basic/desk',
    file: 'registries/basic/desk.hocon',
    source: 'test',
    message: 'hello',
    history: [],
    sly: [],
    documents: [],
    env: {},
    model: { label: 'offline model (not a language model)', baseUrl: 'offline:', offline: true },
    streaming: false,
    engine: 'test',
  }
}

export function noteEvent(run: RunId, seq: number, text: string): EventOf<'note.noted'> {
  return { ...envelope(run, seq), type: 'note.noted', level: 'info', text }
}

export function finishedEvent(run: RunId, seq: number): EventOf<'run.finished'> {
  return { ...envelope(run, seq), type: 'run.finished', outcome: 'ok', answer: 'done' }
}

function envelope(run: RunId, seq: number) {
  return { v: 1, runId: run, seq, at: 1_700_000_000_000 + seq, span: ROOT, parent: null }
}
