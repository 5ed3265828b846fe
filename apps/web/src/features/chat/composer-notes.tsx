import { useRuns } from '../../app/public/runs.ts'
import { ToneGlyph } from '../../ui/index.ts'
import type { Obstacle } from './readiness.ts'

interface ComposerNotesProps {
  /** Why nothing can be sent. */
  readonly obstacle: Obstacle | undefined
  /** What does not work although a message can be sent. */
  readonly note: Obstacle | undefined
}

export const OBSTACLE_ID = 'chat-obstacle'

/** What stands above the message: why it cannot be sent, what of the network does not work here, a Stop that did not arrive. */
export function ComposerNotes({ obstacle, note }: ComposerNotesProps) {
  const failure = useRuns((state) => state.stopFailure)
  const said = obstacle ?? note
  return (
    <>
      {said === undefined ? null : (
        <p className="chat-obstacle" id={OBSTACLE_ID}>
          <ToneGlyph tone="wait" className="icon icon-s" />
          <span>
            <strong>{said.title}</strong> {said.hint}
          </span>
        </p>
      )}
      {failure === undefined ? null : (
        <p className="chat-obstacle" role="alert">
          <ToneGlyph tone="fail" className="icon icon-s" />
          <span>
            <strong>Stop did not arrive.</strong> {failure.message}
          </span>
        </p>
      )}
    </>
  )
}
