import { useEffect, useRef, useState } from 'react'
import { CodeArea } from '../../ui/code-area.tsx'
import { AskDialog, Callout, Field } from '../../ui/index.ts'
import { useStudio } from '../public/studio.ts'
import { applyValues } from './apply-values.ts'
import { maskedTemplate } from './private-values.ts'
import { useSessionKnown, useSlyKeys } from './sly-keys.ts'
import './private-values.css'

/** Edits the session's private values as one JSON object. Values that are there already stay masked. */
export function PrivateValuesDialog({ onClose }: { onClose(): void }) {
  const keys = useSlyKeys()
  const session = useStudio((state) => state.session)
  const far = useStudio((state) => state.project?.server?.address)
  const tools = useStudio((state) => state.preflight?.tools)
  const [text, setText] = useState(() => maskedTemplate(keys))
  const [fault, setFault] = useState<string>()
  const [waits, setWaits] = useState(false)
  const known = useSessionKnown()
  const lateKeys = useLateKeys(keys)
  const isClosed = useIsClosed()
  const apply = async () => {
    const applied = await applyValues({ text, lateKeys, isClosed, onWait: () => setWaits(true) })
    setWaits(false)
    if (!applied.ok) setFault(applied.error)
    return applied.ok
  }
  const missing = [...new Set(tools?.flatMap((tool) => tool.slyKeys))].filter((key) => !keys.includes(key))
  return (
    <AskDialog title="Private values" width={560} action="Apply" ready={known} onSend={apply} onClose={onClose}>
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
      {waits ? (
        <Callout tone="wait" title="A run of this session is going on">
          They are applied as soon as it ends. Cancel leaves the session as it is.
        </Callout>
      ) : null}
      {session === undefined ? (
        <p className="meta text-3">
          They go into the session’s vault with its first message, and from there to{' '}
          {far === undefined ? 'tools' : 'the server'} alone.
        </p>
      ) : null}
    </AskDialog>
  )
}

/** Keys that came while a person typed: what they have not seen they cannot mean to take out. */
function useLateKeys(keys: readonly string[]): () => readonly string[] {
  const now = useRef(keys)
  now.current = keys
  const [shown] = useState(keys)
  return () => now.current.filter((key) => !shown.includes(key))
}

function useIsClosed(): () => boolean {
  const closed = useRef(false)
  useEffect(() => {
    closed.current = false
    return () => {
      closed.current = true
    }
  }, [])
  return () => closed.current
}
