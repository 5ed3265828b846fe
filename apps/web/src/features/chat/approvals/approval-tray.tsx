import type { Approval } from '@slyglass/run-log'
import { useState } from 'react'
import { decide } from '../../../app/public/approvals.ts'
import { countOf } from '../../../app/public/run-widgets.ts'
import { isRunning, type RunView, useOffline } from '../../../app/public/runs.ts'
import { Button } from '../../../ui/index.ts'
import { ApprovalCard, OFFLINE } from './approval-card.tsx'
import './approvals.css'

/** Everything that waits for a person, above the composer. It never takes the focus by itself. */
export function ApprovalTray({ turns }: { readonly turns: readonly RunView[] }) {
  const waiting = turns
    .filter(isRunning)
    .flatMap((view) => view.approvals.asked.flatMap((asked) => (asked.answer === undefined ? [{ view, asked }] : [])))
  if (waiting.length === 0) return null
  return (
    <section className="approvals" aria-label="Waiting for you">
      {waiting.length > 1 ? <ApproveAll waiting={waiting} /> : null}
      {waiting.map(({ view, asked }, index) => (
        <ApprovalCard key={`${view.run} ${asked.span}`} view={view} asked={asked} first={index === 0} />
      ))}
    </section>
  )
}

interface Waiting {
  readonly view: RunView
  readonly asked: Approval
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
