import type { Network } from '@slyglass/network'
import { useState } from 'react'
import { type Refused, takeTool } from '../../../app/public/write-tool.ts'
import { AskDialog, Field, useFocusOnMount } from '../../../ui/index.ts'
import { WrittenAtOnce } from '../../../ui/written-at-once.tsx'
import { AgentField, useCaller } from './agent-field.tsx'

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
  const take = async () => {
    if (text === undefined) return false
    const refusal = await takeTool({ network: network.name, text, agent, overwrite: refused?.present ?? false })
    setRefused(refusal)
    return refusal === undefined
  }
  return (
    <AskDialog
      title="Coded tool from a file"
      action={refused?.present === true ? 'Overwrite and import' : 'Import tool'}
      ready={text !== undefined}
      onSend={take}
      onClose={onClose}
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
      <WrittenAtOnce />
    </AskDialog>
  )
}
