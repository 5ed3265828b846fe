import type { SpanId } from '@slyglass/base'
import type { TraceSpan } from '@slyglass/run-log'
import { expect, test } from 'vitest'
import type { ModelRead } from '../../app/public/run-widgets.ts'
import { readsOfRow, rowReadWords } from './row-reads.ts'
import type { TraceRow } from './trace-rows.ts'

const id = (span: string) => span as SpanId
const row = (kind: TraceRow['kind'], name: string, ...spans: string[]): TraceRow => ({
  id: name,
  kind,
  name,
  state: 'ok',
  startedAt: 0,
  spans: spans.map((span) => ({ id: id(span) }) as TraceSpan),
  children: [],
  retried: false,
  sly: { keys: [], word: 'read' },
})
const read: ModelRead = { key: 'token', request: 2, span: id('r.a.m2#1'), maybe: false, calls: [id('r.a.t1')] }

test('[S-33] the row of the call that brought a value is marked, and that of the request that held it', () => {
  const [call, other] = [row('tool', 'Guestbook', 'r.a.t1', 'r.a.t1#1'), row('tool', 'Shelf', 'r.a.t2')]
  const [before, after] = [
    row('model', 'model #1', 'r.a.m1', 'r.a.m1#1'),
    row('model', 'model #2', 'r.a.m2', 'r.a.m2#1'),
  ]
  const marked = [before, call, after, other, row('front man', 'Greeter', 'r', 'r.a')].filter(
    (one) => readsOfRow(one, [read]).length > 0,
  )
  expect(marked).toEqual([call, after])
})

test('the mark of a call says what to do, that of a request only what it held', () => {
  expect(rowReadWords(row('tool', 'Guestbook', 'r.a.t1'), [read])).toBe(
    'token went to the model in request #2. Return less from Guestbook: a model reads all that it returns.',
  )
  expect(rowReadWords(row('model', 'model #2', 'r.a.m2'), [read])).toBe('token went to the model in request #2.')
})
