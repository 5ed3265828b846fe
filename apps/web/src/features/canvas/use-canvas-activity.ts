import type { Activity } from '@slyglass/run-log'
import { useMemo } from 'react'
import { useRenamed } from '../../app/public/renamed.ts'
import { useActivity, useLedger, useRunning, useTrace } from '../../app/public/runs.ts'
import { useStudio } from '../../app/public/studio.ts'
import { activityOnGraph } from './activity-on-graph.ts'
import type { Graph } from './graph.ts'

export interface CanvasActivity {
  readonly live?: Activity | undefined
  /** Private keys that crossed in the run in view, by peer. */
  readonly crossed: ReadonlyMap<string, number>
}

const NOTHING: ReadonlyMap<string, number> = new Map()

/** What the run in view does to nodes and edges. While a network is edited, only a run that goes on shows. */
export function useCanvasActivity(graph: Graph): CanvasActivity {
  const activity = useActivity()
  const ledger = useLedger()
  const running = useRunning()
  const view = useStudio((state) => state.view)
  const trace = useTrace()
  const names = useRenamed((state) => state.names)
  const live = useMemo(
    () => activity && activityOnGraph(activity, graph, names, trace),
    [activity, graph, names, trace],
  )
  if (live === undefined || (view === 'edit' && !running)) return { crossed: NOTHING }
  const crossed = new Map<string, number>()
  for (const { boundary, peer, passed } of ledger?.crossings ?? []) {
    if (boundary === 'from-downstream') continue
    crossed.set(peer, Math.max(crossed.get(peer) ?? 0, passed.length))
  }
  return { live, crossed }
}
