import { type Json, type JsonText, parseJson } from '@slyglass/base'
import { type Entry, type Network, studioOf } from '@slyglass/network'
import { type ReactNode, useState } from 'react'
import { editNetwork } from '../../../app/public/network-edits.ts'
import { Button } from '../../../ui/index.ts'

interface MockSwitchProps {
  readonly network: Network
  readonly entry: Entry
  readonly tool: string
  /** The last good result, to be the mock. */
  readonly result: JsonText | undefined
  /** What else can be done with it. */
  readonly children?: ReactNode
}

/** Whether the network answers in place of this tool, and a result to do so with. */
export function MockSwitch({ network, entry, tool, result, children }: MockSwitchProps) {
  const [fault, setFault] = useState<string>()
  const mocked = studioOf(network, entry)?.mocks.has(tool) === true
  const save = async (value: Json) =>
    setFault(await editNetwork({ kind: 'set-network-field', path: ['studio', 'mocks', tool], value }, 'form'))
  const parsed = result === undefined ? undefined : parseJson(result)
  return (
    <div className="tool-run-actions">
      {mocked ? (
        <>
          <span className="tag">mocked</span>
          <span className="text-2">Runs use the mock of this network; the tool is not called.</span>
          <Button small onClick={() => void save(null)}>
            Call the tool again
          </Button>
        </>
      ) : null}
      {parsed?.ok === true ? (
        <Button
          small
          title="Writes this result into the network: runs answer with it, and do not call the tool."
          onClick={() => void save(new Map([['result', parsed.value]]))}
        >
          Save as mock
        </Button>
      ) : null}
      {children}
      {fault === undefined ? null : <span className="field-fault">{fault}</span>}
    </div>
  )
}
