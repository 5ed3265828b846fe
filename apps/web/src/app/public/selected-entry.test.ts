import { type SpanId, spanId } from '@slyglass/base'
import type { Trace } from '@slyglass/run-log'
import { expect, test } from 'vitest'
import { entryOf } from './selected-entry.ts'

const span = (id: string, parent: string | null, kind: string, name: string, ...children: string[]) =>
  [id, { id, parent, kind, name, children }] as const
const trace = {
  spans: new Map<string, unknown>([
    span('r', null, 'run', 'net', 'r.a'),
    span('r.a', 'r', 'agent', 'desk', 'r.a.m1', 'r.a.t1.1'),
    span('r.a.m1', 'r.a', 'model', 'gpt'),
    span('r.a.t1.1', 'r.a', 'tool', 'till', 'r.a.t1.1#1'),
    span('r.a.t1.1#1', 'r.a.t1.1', 'attempt', 'till'),
  ]),
} as unknown as Trace
const picked = (id: string, names: ReadonlyMap<string, string> = new Map()) =>
  entryOf({ kind: 'span', span: spanId(id) as SpanId }, trace, names)

test('one choice for all views: what is picked in the trace is its entry, under its present name', () => {
  expect(['r', 'r.a', 'r.a.m1', 'r.a.t1.1', 'r.a.t1.1#1'].map((id) => picked(id))).toEqual([
    'desk',
    'desk',
    'desk',
    'till',
    'till',
  ])
  expect(picked('r.a.t1.1#1', new Map([['till', 'cashier']]))).toBe('cashier')
  expect(picked('gone')).toBeUndefined()
  expect(entryOf({ kind: 'entry', entry: 'till' }, trace, new Map())).toBe('till')
  expect(entryOf(undefined, trace, new Map())).toBeUndefined()
})
