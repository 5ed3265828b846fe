import { type Approval, callOfAttempt } from '@slyglass/run-log'
import { useState } from 'react'
import { decide } from '../../../app/public/approvals.ts'
import { countOf } from '../../../app/public/run-widgets.ts'
import { isRunning, type RunsState, type RunView, useOffline, useRuns } from '../../../app/public/runs.ts'
import { Button } from '../../../ui/index.ts'
import { ApprovalCard, type AskedFrom, OFFLINE } from './approval-card.tsx'
import './approvals.css'

/** Everything that waits for a person, above the composer. It never takes the focus by itself. */
export function ApprovalTray({ turns }: { readonly turns: readonly RunView[] }) {
  const views = useRuns((state) => state.views)
  const waiting = withAsked(turns, views)
    .filter(({ view }) => isRunning(view))
    .flatMap(({ view, from }) =>
      view.approvals.asked.flatMap((asked) => (asked.answer === undefined ? [{ view, asked, from }] : [])),
    )
  if (waiting.length === 0) return null
  return (
    <section className="approvals" aria-label="Waiting for you">
      {waiting.length > 1 ? <ApproveAll waiting={waiting} /> : null}
      {waiting.map(({ view, asked, from }, index) => (
        <ApprovalCard key={`${view.run} ${asked.span}`} view={view} asked={asked} from={from} first={index === 0} />
      ))}
    </section>
  )
}

interface Waiting {
  readonly view: RunView
  readonly asked: Approval
}

/** The runs, each with those of the other networks that it is asking. */
function withAsked(
  turns: readonly RunView[],
  views: RunsState['views'],
  from?: AskedFrom,
): readonly { readonly view: RunView; readonly from: AskedFrom | undefined }[] {
  return turns.flatMap((view) => [
    { view, from },
    ...[...view.asking].flatMap(([attempt, run]) => {
      const peer = views.get(run)
      const place = from ?? { run: view.run, call: callOfAttempt(attempt) }
      return peer === undefined ? [] : withAsked([peer], views, place)
    }),
  ])
}

function ApproveAll({ waiting }: { readonly waiting: readonly Waiting[] }) {
  const offline = useOffline()
  const [sending, setSending] = useState(false)
  const [fault, setFault] = useState<string>()
  const approve = async () => {
    setSending(true)
    setFault(undefined)
    for (const { view, asked } of waiting) {
      const reply = await decide(view.run, asked, { decision: 'approve' })
      if (!reply.ok && reply.error.code !== 'already-answered') setFault(`${asked.tool}: ${reply.error.message}`)
    }
    setSending(false)
  }
  return (
    <div className="approvals-head">
      <span>
        {countOf(waiting.length, 'call')} wait for you <span className="text-3">in any order</span>
      </span>
      <span className="spacer" />
      {fault === undefined ? null : (
        <span className="field-fault" role="alert">
          {fault}
        </span>
      )}
      <Button small disabled={sending || offline} title={offline ? OFFLINE : undefined} onClick={() => void approve()}>
        Approve all
      </Button>
    </div>
  )
}
