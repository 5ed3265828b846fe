import type { Activity, EntryActivity, Trace } from '@slyglass/run-log'
import { expect, test } from 'vitest'
import { activityOnGraph } from './activity-on-graph.ts'
import type { Graph } from './graph.ts'

const ok = (startedAt: number): EntryActivity => ({ state: 'ok', open: 0, startedAt, finishedAt: startedAt + 1 })
const activity: Activity = {
  ...{ lastSeq: 9, running: false },
  entries: new Map([
    ['desk', ok(1)],
    ['clerk', ok(2)],
    ['till', ok(3)],
    ['far_tool', ok(4)],
  ]),
  edges: new Map([['desk>till', 'ok']]),
}
const trace = {
  spans: new Map([
    ['r.a', { kind: 'agent', name: 'desk' }],
    ['t1', { kind: 'tool', toolKind: 'agent', name: 'clerk' }],
    ['t2', { kind: 'tool', toolKind: 'coded-tool', name: 'till' }],
    ['t3', { kind: 'tool', toolKind: 'mcp-tool', name: 'far_tool' }],
  ]),
} as unknown as Trace
const shown = (nodes: readonly string[], names: ReadonlyMap<string, string> = new Map()) => {
  const graph = { nodes: nodes.map((id) => ({ id })) } as unknown as Graph
  const { entries, edges } = activityOnGraph(activity, graph, names, trace)
  return { entries: [...entries].map(([name, { startedAt }]) => `${name} ${startedAt}`), edges: [...edges.keys()] }
}

test('figures of an entry that was deleted go with it; tools of a server, which have no node, are counted', () => {
  expect(shown(['desk', 'till']).entries).toEqual(['desk 1', 'till 3', 'far_tool 4'])
})

test('figures of an entry that was renamed stand at its new name, with its calls', () => {
  const names = new Map([['till', 'cashier']])
  expect(shown(['desk', 'clerk', 'cashier'], names)).toEqual({
    entries: ['desk 1', 'clerk 2', 'cashier 3', 'far_tool 4'],
    edges: ['desk>cashier'],
  })
  // A new entry of the old name did nothing in this run.
  expect(shown(['desk', 'till', 'cashier'], names).entries).toEqual(['desk 1', 'cashier 3', 'far_tool 4'])
  // One that got the name of a deleted one brings its own figures, not those.
  expect(shown(['desk', 'clerk'], new Map([['till', 'clerk']])).entries).toEqual(['desk 1', 'clerk 3', 'far_tool 4'])
})

test('what is as it was when it ran is not copied', () => {
  const graph = { nodes: ['desk', 'clerk', 'till', 'far_tool'].map((id) => ({ id })) } as unknown as Graph
  expect(activityOnGraph(activity, graph, new Map(), trace)).toBe(activity)
})
