import type { SpanId } from '@slyglass/base'
import { useMemo, useState } from 'react'
import { thenOf, useRenamed } from '../../app/public/renamed.ts'
import { modelReads, ReadKeys } from '../../app/public/run-widgets.ts'
import { isRunning, type RunView, useCurrentRun, useRuns } from '../../app/public/runs.ts'
import { useStudio } from '../../app/public/studio.ts'
import { useRoomBeside, useWidth } from '../../app/public/width.ts'
import { Button, Callout, EmptyState } from '../../ui/index.ts'
import { CallTree } from './call-tree.tsx'
import { DetailPanel } from './detail-panel.tsx'
import { pacesOf } from './pace.ts'
import { RunsRail } from './runs-rail.tsx'
import { SummaryStrip } from './summary-strip.tsx'
import { buildRows, pathToSpan, rowOfEntry, type TraceRow } from './trace-rows.ts'
import { useSoon } from './use-soon.ts'
import './trace.css'

/** What a run did: its calls over time, and everything that is recorded of the one that is picked. */
export function TracePanel() {
  const view = useCurrentRun()
  const wide = useWidth() === 'wide'
  const hasRoom = useRoomBeside()
  const [wanted, setWanted] = useState<boolean>()
  const rail = hasRoom && (wanted ?? wide)
  return (
    <div className="trace">
      <SummaryStrip rail={rail} {...(hasRoom ? { onRail: setWanted } : {})} {...(view === undefined ? {} : { view })} />
      <div className="trace-work" data-rail={rail}>
        {rail ? <RunsRail /> : null}
        {view === undefined ? <NoRun /> : <RunTrace key={view.run} view={view} />}
      </div>
    </div>
  )
}

function NoRun() {
  const name = useStudio((state) => state.networkName)
  const list = useRuns((state) => state.list)
  const set = useStudio((state) => state.set)
  if (list.state === 'failed')
    return (
      <div className="trace-note">
        <Callout tone="fail" title="The runs could not be read">
          {list.failure?.message} {list.failure?.hint}
        </Callout>
      </div>
    )
  return (
    <EmptyState
      title={list.runs.length === 0 ? `No runs of ${name ?? 'this network'} yet` : 'No run is open'}
      actions={
        <Button look="ink" onClick={() => set({ view: 'run' })}>
          Write a message
        </Button>
      }
    >
      {list.runs.length === 0
        ? 'Send a message; its calls appear here while they run.'
        : 'Pick one from the list of runs.'}
    </EmptyState>
  )
}

function RunTrace({ view }: { readonly view: RunView }) {
  const { trace } = view
  const rows = useMemo(() => buildRows(trace), [trace])
  const selection = useStudio((state) => state.selection)
  const set = useStudio((state) => state.set)
  // A span may stand in several rows; the one that was pressed counts until something else is picked anywhere.
  const [pressed, setPressed] = useState<{ readonly row: string; readonly span: SpanId }>()
  const span = selection?.kind === 'span' ? selection.span : undefined
  const names = useRenamed((state) => state.names)
  const entry = selection?.kind === 'entry' ? thenOf(names, selection.entry) : undefined
  const picked = useMemo(() => {
    const own = pressed !== undefined && pressed.span === span ? findRow(rows, pressed.row) : undefined
    return own ?? (entry === undefined ? undefined : rowOfEntry(rows, entry)) ?? pickedRow(rows, span)
  }, [rows, pressed, span, entry])
  const network = useStudio((state) => state.network)
  const paces = useMemo(() => pacesOf(network), [network])
  const reads = modelReads(view.ledger, trace)
  const [sheet, setSheet] = useState(false)
  const slow = useSoon(view.started === undefined)
  if (view.started === undefined) return slow ? <TraceSkeleton events={view.lastSeq + 1} /> : <div className="pane" />
  const pick = (row: TraceRow) => {
    const [first] = row.spans
    if (first === undefined) return
    setPressed({ row: row.id, span: first.id })
    set({ run: view.run, selection: { kind: 'span', span: first.id } })
    setSheet(true)
  }
  return (
    <ReadKeys reads={reads}>
      <CallTree
        trace={trace}
        rows={rows}
        live={isRunning(view)}
        paces={paces}
        reads={reads}
        onPick={pick}
        {...(picked === undefined ? {} : { picked: picked.id })}
      />
      <DetailPanel
        view={view}
        open={sheet}
        onClose={() => setSheet(false)}
        {...(picked === undefined ? {} : { row: picked })}
      />
    </ReadKeys>
  )
}

function findRow(rows: readonly TraceRow[], id: string): TraceRow | undefined {
  for (const row of rows) {
    const found = row.id === id ? row : findRow(row.children, id)
    if (found !== undefined) return found
  }
  return undefined
}

function pickedRow(rows: readonly TraceRow[], span: SpanId | undefined): TraceRow | undefined {
  const path = span === undefined ? undefined : pathToSpan(rows, span)
  let [level, row]: [readonly TraceRow[], TraceRow | undefined] = [rows, undefined]
  for (const id of path ?? []) {
    row = level.find((candidate) => candidate.id === id)
    level = row?.children ?? []
  }
  return row ?? rows[0]
}

const BARS = [52, 38, 44, 30, 36]

function TraceSkeleton({ events }: { readonly events: number }) {
  return (
    <div className="trace-skeleton">
      <p className="text-2">Reading {events > 0 ? `${events} events` : 'events'}</p>
      {BARS.map((width, index) => (
        <span
          key={width}
          className="trace-skeleton-bar"
          style={{ width: `${width}%`, marginLeft: `${(index % 3) * 16}px` }}
        />
      ))}
    </div>
  )
}
