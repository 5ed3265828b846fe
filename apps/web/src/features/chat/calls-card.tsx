import type { RunId } from '@slyglass/base'
import type { Batch, TranscriptCall, TranscriptEntry } from '@slyglass/run-log'
import { ChevronDown, ChevronRight, List } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { countOf, Took } from '../../app/public/run-widgets.ts'
import { StateLabel } from '../../ui/index.ts'
import { groupSpan, groupState, groupTitle } from './call-groups.ts'
import { CallReads } from './call-reads.tsx'
import { CallRow } from './call-row.tsx'
import { CallWarnings } from './call-warnings.tsx'
import './calls.css'

interface CallsCardProps {
  readonly run: RunId
  readonly calls: readonly TranscriptCall[]
  readonly mode: Batch['mode']
  readonly live: boolean
  readonly open: boolean
  inner(entries: readonly TranscriptEntry[]): ReactNode
}

/** The calls of one answer: a single one is a card, several are lanes of one card. */
export function CallsCard({ run, calls, mode, live, open, inner }: CallsCardProps) {
  const [chosen, setChosen] = useState<boolean>()
  const only = calls.length === 1 ? calls[0] : undefined
  if (only !== undefined)
    return (
      <div className="calls-card" data-state={only.state}>
        <CallRow run={run} call={only} live={live} open={open} inner={inner} />
      </div>
    )
  const state = groupState(calls)
  const { startedAt, finishedAt } = groupSpan(calls)
  const shown = chosen ?? (open || finishedAt === undefined)
  const Turner = shown ? ChevronDown : ChevronRight
  return (
    <div className="calls-card" data-state={state}>
      <button type="button" className="call-head" aria-expanded={shown} onClick={() => setChosen(!shown)}>
        <List className="icon icon-s text-2" aria-hidden="true" />
        <span className="call-name">{shown ? groupTitle(calls, mode) : countOf(calls.length, 'call')}</span>
        {shown ? null : <span className="text-2 truncate">{calls.map(({ tool }) => tool).join(', ')}</span>}
        <span className="spacer" />
        <StateLabel state={state} />
        <Took startedAt={startedAt} finishedAt={finishedAt} live={live} />
        <Turner className="icon icon-xs text-3" aria-hidden="true" />
      </button>
      {shown
        ? null
        : calls.map((call) => (
            <Fragment key={call.span}>
              <CallWarnings call={call} />
              <CallReads run={run} call={call} />
            </Fragment>
          ))}
      {shown ? (
        <div className="calls-lanes">
          {calls.map((call) => (
            <div key={call.span} className="lane" data-state={call.state}>
              <CallRow run={run} call={call} live={live} open={false} inner={inner} />
            </div>
          ))}
        </div>
      ) : null}
    </div>
  )
}
