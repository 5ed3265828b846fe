import type { Failure, Outcome } from '@slyglass/run-log'
import { MaskedText, TextView } from '../../app/public/run-widgets.ts'
import { Callout } from '../../ui/index.ts'
import { adviceFor } from './advice.ts'

interface FailureNoteProps {
  readonly failure: Failure
  readonly outcome: Outcome
}

/** A turn that did not end well: what happened, why, what to do. It stays where it happened. */
export function FailureNote({ failure, outcome }: FailureNoteProps) {
  if (outcome === 'cancelled')
    return (
      <Callout tone="plain" title="Stopped">
        What was answered before is kept. Send a message to go on.
      </Callout>
    )
  const advice = adviceFor(failure.code)
  return (
    <Callout tone={failure.code === 'host-lost' ? 'plain' : 'fail'} title={<MaskedText text={failure.message} />}>
      {advice === undefined ? null : <p>{advice}</p>}
      {failure.detail === undefined ? null : (
        <details className="chat-detail">
          <summary>Details, private values removed</summary>
          <TextView text={failure.detail} />
        </details>
      )}
    </Callout>
  )
}
