import type { Activity } from '@slyglass/run-log'
import { useActivity, useLedger, useRunning, useTrace } from '../../app/public/runs.ts'
import { useStudio } from '../../app/public/studio.ts'

export interface CanvasActivity {
  readonly live?: Activity | undefined
  /** Private keys that crossed in the run in view, by peer. */
  readonly crossed: ReadonlyMap<string, number>
}

const NOTHING: ReadonlyMap<string, number> = new Map()

/** What the run in view does to nodes and edges. While a network is edited, only a run that goes on shows. */
export function useCanvasActivity(): CanvasActivity {
  const activity = useActivity()
  const ledger = useLedger()
  const running = useRunning()
  const view = useStudio((state) => state.view)
  if (activity === undefined || (view === 'edit' && !running)) return { crossed: NOTHING }
  const crossed = new Map<string, number>()
  for (const { boundary, peer, passed } of ledger?.crossings ?? []) {
    if (boundary === 'from-downstream') continue
    crossed.set(peer, Math.max(crossed.get(peer) ?? 0, passed.length))
  }
  return { live: activity, crossed }
}

/** The entry that is picked, directly or through a call in the trace. */
export function useSelectedEntry(): string | undefined {
  const selection = useStudio((state) => state.selection)
  const trace = useTrace()
  if (selection?.kind === 'entry') return selection.entry
  if (selection?.kind !== 'span') return undefined
  let span = trace?.spans.get(selection.span)
  while (span !== undefined && span.kind !== 'tool' && span.kind !== 'agent') {
    span = span.parent === null ? undefined : trace?.spans.get(span.parent)
  }
  return span?.name
}
