import { useState } from 'react'
import { sentenceOf } from '../../app/public/files.ts'
import { openProject } from '../../app/public/project.ts'
import { CodeInput } from '../../ui/code-input.tsx'
import { AskDialog, Callout, Field, useFocusOnMount } from '../../ui/index.ts'

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
  const input = useFocusOnMount<HTMLInputElement>()
  const open = async () => {
    setFault(undefined)
    const failure = await openProject({
      server: { address: address.trim(), ...(near === undefined ? {} : { confirmed: true }) },
    })
    if (failure === undefined) return true
    const toConfirm = failure.code === 'private-address'
    setNear(toConfirm ? failure.message : undefined)
    if (!toConfirm) setFault(sentenceOf(failure))
    return false
  }
  return (
    <AskDialog
      title="Open server"
      action={near === undefined ? 'Open' : 'Yes, open it'}
      ready={address.trim() !== ''}
      onSend={open}
      onClose={onClose}
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
    </AskDialog>
  )
}
