import { parseJson, printJson } from '@slyglass/base'
import { studioOf } from '@slyglass/network'
import type { Approval } from '@slyglass/run-log'
import { useState } from 'react'
import type { Decision } from '../../../app/public/approvals.ts'
import { parametersOf, readArgumentText } from '../../../app/public/arguments.ts'
import { JsonView } from '../../../app/public/run-widgets.ts'
import { useStudio } from '../../../app/public/studio.ts'
import { CodeArea } from '../../../ui/code-area.tsx'
import { Button, Field, useFocusOnMount } from '../../../ui/index.ts'

interface EditArgumentsProps {
  readonly asked: Approval
  readonly sending: boolean
  onSend(decision: Decision): void
  onCancel(): void
}

/** Other arguments in place of the model's: looked at before they are sent, and by the server again. */
export function EditArguments({ asked, sending, onSend, onCancel }: EditArgumentsProps) {
  const box = useFocusOnMount<HTMLTextAreaElement>()
  const [text, setText] = useState(() => indented(asked.args))
  const schema = useSchema(asked.tool)
  const read = readArgumentText(schema, text)
  const isChanged = !read.ok || printJson(read.value) !== asked.args
  return (
    <>
      <details className="chat-detail">
        <summary>What the model asked for</summary>
        <JsonView text={asked.args} />
      </details>
      <Field label="Arguments as JSON" fault={read.ok ? undefined : read.error}>
        {(control) => (
          <CodeArea
            {...control}
            ref={box}
            className="approval-text"
            rows={Math.min(14, text.split('\n').length + 1)}
            value={text}
            onText={setText}
          />
        )}
      </Field>
      <div className="approval-foot">
        <Button
          look="ink"
          small
          disabled={sending || !read.ok}
          onClick={() =>
            read.ok && onSend(isChanged ? { decision: 'edit', args: printJson(read.value) } : { decision: 'approve' })
          }
        >
          {isChanged ? 'Approve edited' : 'Approve'}
        </Button>
        <Button look="quiet" small onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </>
  )
}

function indented(text: string): string {
  const parsed = parseJson(text)
  return parsed.ok ? printJson(parsed.value, 'indented') : text
}

/** What the arguments must fit, where the network says it and does not switch the check off. */
function useSchema(tool: string) {
  const network = useStudio((state) => state.network)
  const entry = network?.entries.find(({ name }) => name === tool)
  const isOff = network !== undefined && studioOf(network, entry)?.tool.validateArgs === 'off'
  return isOff ? undefined : parametersOf(entry)
}
