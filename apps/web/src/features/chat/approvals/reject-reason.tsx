import { useState } from 'react'
import type { Decision } from '../../../app/public/approvals.ts'
import { Button, Field, useFocusOnMount } from '../../../ui/index.ts'

interface RejectReasonProps {
  readonly sending: boolean
  onSend(decision: Decision): void
  onCancel(): void
}

/** Why a call is not allowed, in words that the model reads. */
export function RejectReason({ sending, onSend, onCancel }: RejectReasonProps) {
  const box = useFocusOnMount<HTMLInputElement>()
  const [text, setText] = useState('')
  const reason = text.trim()
  return (
    <form
      className="approval-reason"
      onSubmit={(event) => {
        event.preventDefault()
        if (!sending) onSend(reason === '' ? { decision: 'reject' } : { decision: 'reject', reason })
      }}
    >
      <Field label="Reason" hint="the model reads it">
        {(control) => (
          <input
            {...control}
            ref={box}
            className="input"
            autoComplete="off"
            placeholder="Such as: ask for a smaller amount"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="approval-foot">
        <Button look="ink" small type="submit" disabled={sending}>
          Reject
        </Button>
        <Button look="quiet" small onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
