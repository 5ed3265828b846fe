// What a run recorded, as far as it is of the graph that is shown: the network may have been changed since.
import type { Activity, Trace } from '@slyglass/run-log'
import type { Names } from '../../app/public/renamed.ts'
import type { Graph } from './graph.ts'

/** Entries that were renamed keep their figures; those that are gone take theirs along. */
export function activityOnGraph(activity: Activity, graph: Graph, names: Names, trace: Trace | undefined): Activity {
  const nodes = new Set(graph.nodes.map(({ id }) => id))
  if (names.size === 0 && [...activity.entries.keys()].every((name) => nodes.has(name))) return activity
  const taken = new Set(names.values())
  const entries = new Map<string, NonNullable<ReturnType<Activity['entries']['get']>>>()
  for (const [then, figures] of activity.entries) {
    const name = names.get(then) ?? then
    const isAnothers = name === then && taken.has(name)
    if (!isAnothers && (nodes.has(name) || !wasEntry(trace, then))) entries.set(name, figures)
  }
  const edges = [...activity.edges].map(([id, state]) => [renamedEdge(id, names), state] as const)
  return { ...activity, entries, edges: new Map(edges) }
}

/** Tools of a server and other networks have no node of their own, or none of that name. */
function wasEntry(trace: Trace | undefined, name: string): boolean {
  for (const { kind, toolKind, name: own } of trace?.spans.values() ?? [])
    if (own === name && (kind === 'agent' || toolKind === 'agent' || toolKind === 'coded-tool')) return true
  return false
}

const renamedEdge = (id: string, names: Names) =>
  id
    .split('>')
    .map((name) => names.get(name) ?? name)
    .join('>')
