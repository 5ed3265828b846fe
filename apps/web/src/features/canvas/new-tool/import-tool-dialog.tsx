import type { Network } from '@slyglass/network'
import { useState } from 'react'
import { Button, Dialog, Field, useFocusOnMount } from '../../../ui/index.ts'
import { AgentField, useCaller } from './agent-field.tsx'
import { type Refused, takeTool } from './write-tool.ts'

interface Props {
  readonly network: Network
  onClose(): void
}

/** Brings in a tool that was exported to a file. Nothing of it runs before the folder is trusted again. */
export function ImportToolDialog({ network, onClose }: Props) {
  const first = useFocusOnMount<HTMLInputElement>()
  const [text, setText] = useState<string>()
  const [agent, setAgent, agents] = useCaller(network)
  const [refused, setRefused] = useState<Refused>()
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    if (busy || text === undefined) return
    setBusy(true)
    const refusal = await takeTool({ network: network.name, text, agent, overwrite: refused?.present ?? false })
    setBusy(false)
    if (refusal === undefined) onClose()
    else setRefused(refusal)
  }
  return (
    <Dialog
      title="Coded tool from a file"
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="ink" type="submit" disabled={busy || text === undefined}>
            {refused?.present === true ? 'Overwrite and import' : 'Import tool'}
          </Button>
        </>
      }
    >
      <Field
        label="File"
        fault={refused?.why}
        help="A file that Export to a file wrote. Its texts are copied and nothing of it is run: the folder has to be trusted anew."
      >
        {(control) => (
          <input
            {...control}
            ref={first}
            type="file"
            accept=".json,application/json"
            className="input"
            onChange={async (event) => {
              setRefused(undefined)
              setText(await event.target.files?.[0]?.text())
            }}
          />
        )}
      </Field>
      <AgentField agents={agents} agent={agent} onAgent={setAgent} />
    </Dialog>
  )
}
