import { runId, sha256, spanId } from '@slyglass/base'
import { expect, test } from 'vitest'
import type { Draft, RunEvent } from '../events.ts'
import { RUN_SPAN } from '../paths.ts'
import type { TranscriptEntry } from '../views.ts'
import { STOP_NOTE, transcriptReducer } from './transcript.ts'

const [call, attempt] = [spanId('r.a.t1.1'), spanId('r.a.t1.1#1')]
const OLDER = 'The file as it is saved does not work, so its last version that did is used.'

const started: Draft = {
  ...{ type: 'tool.started', span: call, parent: spanId('r.a'), agent: 'desk', tool: 'fee', kind: 'coded-tool' },
  ...{ callId: 'call_1', args: '{}', instance: 1 },
  batch: { id: 'r.a.t1', size: 1, mode: 'sequential', ceilingMs: 1 },
}
const begun: Draft = {
  ...{ type: 'attempt.started', span: attempt, parent: call, of: 'tool', number: 1, digest: sha256('0'.repeat(64)) },
}
const warned = (source: string): Draft => {
  return { type: 'note.noted', span: attempt, parent: call, level: 'warning', source, text: OLDER }
}
const ended: Draft = {
  ...{ type: 'tool.finished', span: call, parent: spanId('r.a'), outcome: 'ok', text: 'x', result: '1', attempts: 1 },
}

function entriesOf(...drafts: readonly Draft[]): readonly TranscriptEntry[] {
  const log = drafts.map((draft, seq) => ({ v: 1, runId: runId('run_a'), seq, at: seq, ...draft }) as RunEvent)
  return transcriptReducer.reduce(transcriptReducer.initial, log).entries
}

test('what a call is warned of is told at the call, once, also where it went well', () => {
  const entries = entriesOf(started, begun, warned('tool'), warned('tool'), ended)
  expect(entries).toMatchObject([{ kind: 'calls', calls: [{ state: 'ok', warnings: [OLDER] }] }])
})

test('that a stop was asked for is told until the run has ended', () => {
  const stop: Draft = {
    ...{ type: 'note.noted', span: RUN_SPAN, parent: null, level: 'info', source: STOP_NOTE, text: 'Stopping.' },
  }
  const end: Draft = { type: 'run.finished', span: RUN_SPAN, parent: null, outcome: 'cancelled', answer: '' } as Draft
  expect(entriesOf(stop).map(({ kind }) => kind)).toEqual(['note'])
  expect(entriesOf(stop, end)).toMatchObject([{ kind: 'failure', outcome: 'cancelled' }])
})

test('other notes, and warnings of a call that is not there, stand by themselves', () => {
  expect(entriesOf(started, begun, warned('resume'), ended).map(({ kind }) => kind)).toEqual(['calls', 'note'])
  expect(entriesOf(warned('tool')).map(({ kind }) => kind)).toEqual(['note'])
})
