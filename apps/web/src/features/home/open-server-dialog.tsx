import { useState } from 'react'
import { sentenceOf } from '../../app/public/files.ts'
import { openProject } from '../../app/public/project.ts'
import { CodeInput } from '../../ui/code-input.tsx'
import { Button, Callout, Dialog, Field, RunningArc, useFocusOnMount } from '../../ui/index.ts'

interface Props {
  readonly initial: string
  onClose(): void
}

/** Asks for the address of a running neuro-san server. One of this machine or its network is confirmed before it is asked. */
export function OpenServerDialog({ initial, onClose }: Props) {
  const [address, setAddress] = useState(initial)
  const [fault, setFault] = useState<string>()
  /** Why the address has to be confirmed first. */
  const [near, setNear] = useState<string>()
  const [busy, setBusy] = useState(false)
  const input = useFocusOnMount<HTMLInputElement>()
  const ready = address.trim() !== '' && !busy
  const submit = async () => {
    if (!ready) return
    setBusy(true)
    setFault(undefined)
    const failure = await openProject({
      server: { address: address.trim(), ...(near === undefined ? {} : { confirmed: true }) },
    })
    setBusy(false)
    if (failure === undefined) return onClose()
    if (failure.code === 'private-address') return setNear(failure.message)
    setNear(undefined)
    setFault(sentenceOf(failure))
  }
  return (
    <Dialog
      title="Open server"
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="ink" type="submit" disabled={!ready}>
            {busy ? <RunningArc className="icon icon-s" /> : null}
            {near === undefined ? 'Open' : 'Yes, open it'}
          </Button>
        </>
      }
    >
      <Field
        label="Server URL"
        help="Of a running neuro-san server. Slyglass asks it from this machine; this page never does. Its networks can be looked at and talked to, not changed."
        fault={fault}
      >
        {(control) => (
          <CodeInput
            {...control}
            ref={input}
            inputMode="url"
            placeholder="http://127.0.0.1:8080"
            value={address}
            onText={(typed) => {
              setAddress(typed)
              setNear(undefined)
              setFault(undefined)
            }}
          />
        )}
      </Field>
      {near === undefined ? null : (
        <Callout tone="wait" title={near}>
          Nothing was asked there yet. Go on only if you typed this address yourself.
        </Callout>
      )}
    </Dialog>
  )
}
