import { type Json, type JsonText, parseJson } from '@slyglass/base'
import { type Entry, type Network, studioOf } from '@slyglass/network'
import { type ReactNode, useState } from 'react'
import { editNetwork } from '../../../app/public/network-edits.ts'
import { CodeArea } from '../../../ui/code-area.tsx'
import { Button, Field } from '../../../ui/index.ts'

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
          onClick={() => void save(asResult(parsed.value))}
        >
          Save as mock
        </Button>
      ) : null}
      {mocked || parsed?.ok === true ? null : <WrittenMock tool={tool} onSave={(value) => save(asResult(value))} />}
      {children}
      {fault === undefined ? null : <span className="field-fault">{fault}</span>}
    </div>
  )
}

const asResult = (value: Json): Json => new Map([['result', value]])

interface WrittenMockProps {
  readonly tool: string
  onSave(value: Json): Promise<void>
}

/** A mock that is written by hand: for a tool that cannot be called here, or not yet. */
function WrittenMock({ tool, onSave }: WrittenMockProps) {
  const [text, setText] = useState<string>()
  if (text === undefined)
    return (
      <Button small title={`Runs answer with what you write, and do not call ${tool}.`} onClick={() => setText('"ok"')}>
        Write a mock
      </Button>
    )
  const read = parseJson(text)
  return (
    <div className="tool-run-mock">
      <Field label="Result of the mock as JSON" fault={read.ok ? undefined : `This is no JSON: ${read.error.message}.`}>
        {(control) => <CodeArea {...control} rows={3} value={text} onText={setText} />}
      </Field>
      <div className="tool-run-actions">
        <Button small disabled={!read.ok} onClick={() => read.ok && void onSave(read.value)}>
          Save as mock
        </Button>
        <Button small look="quiet" onClick={() => setText(undefined)}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
