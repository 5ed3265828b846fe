import type { Failure, Outcome } from '@slyglass/run-log'
import { MaskedText, TextView } from '../../app/public/run-widgets.ts'
import { useStudio } from '../../app/public/studio.ts'
import { Callout, LinkButton } from '../../ui/index.ts'
import { adviceFor, isMendedInSettings } from './advice.ts'

interface FailureNoteProps {
  readonly failure: Failure
  readonly outcome: Outcome
  /** The failure in the agent's words, where it ended with some. */
  readonly told?: string
}

/** A turn that did not end well: what happened, why, what to do. It stays where it happened. */
export function FailureNote({ failure, outcome, told }: FailureNoteProps) {
  if (outcome === 'cancelled')
    return (
      <Callout tone="plain" title="Stopped">
        What was answered before is kept. Send a message to go on.
      </Callout>
    )
  const advice = adviceFor(failure.code)
  return (
    <Callout
      tone={failure.code === 'host-lost' ? 'plain' : 'fail'}
      title={<MaskedText text={failure.message} />}
      {...(isMendedInSettings(failure.code) ? { actions: <ToSettings /> } : {})}
    >
      {advice === undefined ? null : <p>{advice}</p>}
      {told === undefined || told === failure.message ? null : (
        <details className="chat-detail">
          <summary>The answer that callers read</summary>
          <TextView text={told} />
        </details>
      )}
      {failure.detail === undefined ? null : (
        <details className="chat-detail">
          <summary>Details, private values removed</summary>
          <TextView text={failure.detail} />
        </details>
      )}
    </Callout>
  )
}

function ToSettings() {
  return <LinkButton onClick={() => useStudio.getState().set({ page: 'settings' })}>Open Settings</LinkButton>
}
