import { err, type JsonText, ok, type Result } from '@slyglass/base'
import { useState } from 'react'
import { CodeArea } from '../../ui/code-area.tsx'
import { AskDialog, Callout, Field } from '../../ui/index.ts'
import { client } from '../public/client.ts'
import { useStudio } from '../public/studio.ts'
import { controller } from './instance.ts'
import { fillMarks, keptKeys, maskedTemplate, readValues, valuesOf } from './private-values.ts'
import { useRuns } from './runs-store.ts'
import { useSlyKeys } from './sly-keys.ts'
import './private-values.css'

/** Edits the session's private values as one JSON object. Values that are there already stay masked. */
export function PrivateValuesDialog({ onClose }: { onClose(): void }) {
  const keys = useSlyKeys()
  const session = useStudio((state) => state.session)
  const far = useStudio((state) => state.project?.server?.address)
  const tools = useStudio((state) => state.preflight?.tools)
  const [text, setText] = useState(() => maskedTemplate(keys))
  const [fault, setFault] = useState<string>()
  const apply = async () => {
    const applied = await applyText(text)
    if (!applied.ok) setFault(applied.error)
    return applied.ok
  }
  const missing = [...new Set(tools?.flatMap((tool) => tool.slyKeys))].filter((key) => !keys.includes(key))
  return (
    <AskDialog title="Private values" width={560} action="Apply" ready onSend={apply} onClose={onClose}>
      <Field
        label="Private values as JSON"
        fault={fault}
        help={
          keys.length === 0
            ? far === undefined
              ? 'Tools get these values; the model does not.'
              : `They are sent to ${far} with each message. What becomes of them there cannot be seen from here.`
            : 'A value written as its mark ⟨sly:key⟩ stays as it is. A key that is taken out is forgotten.'
        }
      >
        {(control) => (
          <CodeArea
            {...control}
            className="private-values-text"
            rows={9}
            value={text}
            onText={(typed) => {
              setText(typed)
              setFault(undefined)
            }}
          />
        )}
      </Field>
      {missing.length === 0 ? null : (
        <Callout tone="sly" title="Keys that tools of this network name">
          <span className="mono">{missing.join(', ')}</span>
        </Callout>
      )}
      {session === undefined ? (
        <p className="meta text-3">
          They go into the session’s vault with its first message, and from there to{' '}
          {far === undefined ? 'tools' : 'the server'} alone.
        </p>
      ) : null}
    </AskDialog>
  )
}

async function applyText(text: string): Promise<Result<undefined, string>> {
  const values = readValues(text)
  if (!values.ok) {
    const { line, column, message } = values.error
    return err(`Line ${line}, column ${column}: ${message}`)
  }
  const kept = await keptValues(keptKeys(values.value))
  if (!kept.ok) return kept
  const put = await controller.putSly(fillMarks(values.value, kept.value))
  return put.ok ? ok(undefined) : err([put.error.message, put.error.hint].filter(Boolean).join(' '))
}

/** The exact values behind marks: fetched one by one, held until they are sent back, never shown. */
async function keptValues(keys: readonly string[]): Promise<Result<ReadonlyMap<string, JsonText>, string>> {
  const { session } = useStudio.getState()
  const draft = valuesOf(useRuns.getState().slyDraft)
  const kept = new Map<string, JsonText>()
  for (const key of keys) {
    const reply = session === undefined ? undefined : await client.reveal(session, { key })
    const value = reply === undefined ? draft.get(key) : reply.ok ? reply.value.json : undefined
    if (value === undefined) return err(`This session has no value for "${key}". Type one in place of its mark.`)
    kept.set(key, value)
  }
  return ok(kept)
}
