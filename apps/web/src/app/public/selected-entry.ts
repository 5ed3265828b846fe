// The entry that is picked, directly or through a call of the run in view: one choice for all views.
import type { Trace } from '@slyglass/run-log'
import { useRuns } from '../runs/runs-store.ts'
import { type Names, useRenamed } from './renamed.ts'
import { useTrace } from './runs.ts'
import { type Selection, useStudio } from './studio.ts'

export function entryOf(selection: Selection | undefined, trace: Trace | undefined, names: Names): string | undefined {
  if (selection?.kind === 'entry') return selection.entry
  if (selection?.kind !== 'span') return undefined
  let span = trace?.spans.get(selection.span)
  // A run stands for its front man, in whose row it is shown.
  if (span?.kind === 'run') span = trace?.spans.get(span.children.find(isAgent(trace)) ?? span.id)
  while (span !== undefined && span.kind !== 'tool' && span.kind !== 'agent') {
    span = span.parent === null ? undefined : trace?.spans.get(span.parent)
  }
  return span === undefined ? undefined : (names.get(span.name) ?? span.name)
}

const isAgent = (trace: Trace | undefined) => (id: Parameters<Trace['spans']['get']>[0]) =>
  trace?.spans.get(id)?.kind === 'agent'

export function useSelectedEntry(): string | undefined {
  const selection = useStudio((state) => state.selection)
  return entryOf(
    selection,
    useTrace(),
    useRenamed((state) => state.names),
  )
}

/** The same outside of a component. */
export function selectedEntry(): string | undefined {
  const { selection, run } = useStudio.getState()
  const trace = run === undefined ? undefined : useRuns.getState().views.get(run)?.trace
  return entryOf(selection, trace, useRenamed.getState().names)
}
