import { useState } from 'react'
import { Button, Field } from '../../../ui/index.ts'
import type { TapeState } from './use-tape.ts'

interface HandOffProps {
  readonly state: TapeState
  onDone(): void
}

/** Writes an anchor: from here on the model is told its summary and what comes after it. */
export function HandOff({ state: { write, busy }, onDone }: HandOffProps) {
  const [name, setName] = useState('')
  const [summary, setSummary] = useState('')
  const handOff = async () => {
    const named = name.trim() === '' ? {} : { name: name.trim() }
    if (await write({ kind: 'handoff', summary, ...named })) onDone()
  }
  const reset = async () => {
    if (await write({ kind: 'reset' })) onDone()
  }
  return (
    <div className="tape-hand-off">
      <Field
        label="Summary"
        help="The next request begins with it, in place of everything before. Nothing is deleted: runs and traces stay."
      >
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={5}
            value={summary}
            onChange={(event) => setSummary(event.target.value)}
          />
        )}
      </Field>
      <Field label="Name" hint="may be left empty">
        {(control) => (
          <input {...control} className="input" value={name} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      <div className="tape-actions">
        <Button look="ink" disabled={busy || summary.trim() === ''} onClick={() => void handOff()}>
          Hand off
        </Button>
        <span className="spacer" />
        <Button disabled={busy} onClick={() => void reset()}>
          Begin a new tape
        </Button>
      </div>
    </div>
  )
}
