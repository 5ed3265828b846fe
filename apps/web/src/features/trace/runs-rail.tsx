import type { ModelReadReply, RunReply } from '@slyglass/protocol'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import {
  formatDuration,
  formatTime,
  modelReads,
  readWords,
  runHref,
  toneOfReads,
} from '../../app/public/run-widgets.ts'
import { openRun, stateOfRun, useRuns } from '../../app/public/runs.ts'
import { useStudio } from '../../app/public/studio.ts'
import { StateGlyph, toneOfState } from '../../ui/index.ts'
import { useRecordedReads } from './recorded-reads.ts'
import { TraceSearch } from './trace-search.tsx'

/** Every recorded run of the network, the newest first. */
export function RunsRail() {
  return (
    <nav className="runs-rail" aria-label="Runs of this network" data-region>
      <RunsList />
    </nav>
  )
}

/** The list itself: also shown below the name of the run where there is no room beside the tree. */
export function RunsList({ onOpen }: { onOpen?(): void }) {
  const { runs, state } = useRuns((store) => store.list)
  const [words, setWords] = useState('')
  const wanted = words.trim().toLowerCase()
  const reads = useRecordedReads()
  const shown = runs.filter((run) => wanted === '' || `${run.title} ${run.run}`.toLowerCase().includes(wanted))
  return (
    <>
      <TraceSearch label="Search runs" hint="Search runs" words={words} onWords={setWords} />
      {shown.length === 0 ? (
        <p className="runs-none text-3">
          {state === 'loading' ? 'Reading…' : wanted === '' ? 'No runs yet' : 'No run matches'}
        </p>
      ) : null}
      <ul aria-label="Runs">
        {[...shown]
          .sort((a, b) => b.startedAt - a.startedAt)
          .map((run) => (
            <RunRow
              key={run.run}
              run={run}
              recorded={reads.get(run.run)}
              {...(onOpen === undefined ? {} : { onOpen })}
            />
          ))}
      </ul>
    </>
  )
}

interface RowProps {
  readonly run: RunReply
  /** What is known of a run that this page has not read. */
  readonly recorded: ModelReadReply | undefined
}

/** A private value went to a model. */
function LeakMark({ run, recorded }: RowProps) {
  const view = useRuns((state) => state.views.get(run.run))
  const found = recorded === undefined ? [] : [recorded]
  const reads = view === undefined ? found : modelReads(view.ledger, view.trace)
  const tone = toneOfReads(reads)
  const [first] = reads
  if (tone === undefined || first === undefined) return null
  return (
    <span
      className="state runs-leak"
      data-tone={tone}
      title={`${readWords(first)}. Open the run to see what brought it.`}
    >
      <Eye className="icon icon-xs" aria-hidden="true" />
      <span className="visually-hidden">{readWords(first)}</span>
    </span>
  )
}

function RunRow({ run, recorded, onOpen }: RowProps & { onOpen?(): void }) {
  const current = useStudio((state) => state.run === run.run)
  const state = stateOfRun(run)
  return (
    <li>
      <a
        className="runs-row"
        href={runHref(run.run, 'trace')}
        aria-current={current ? 'true' : undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          openRun(run.run)
          onOpen?.()
        }}
      >
        <span className="state" data-tone={toneOfState(state)}>
          <StateGlyph state={state} className="icon icon-xs" />
          <span className="visually-hidden">{state}, </span>
        </span>
        <span className="truncate">{run.title || 'Untitled'}</span>
        <LeakMark run={run} recorded={recorded} />
        <span className="meta text-3 runs-when">
          {formatTime(run.startedAt, Date.now())}
          {run.finishedAt === undefined ? '' : ` · ${formatDuration(run.finishedAt - run.startedAt)}`}
        </span>
      </a>
    </li>
  )
}
