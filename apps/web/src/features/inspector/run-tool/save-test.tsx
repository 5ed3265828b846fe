import { type JsonObject, parseJson } from '@slyglass/base'
import type { CalledTool } from '@slyglass/run-log'
import { useState } from 'react'
import { loadOrCreate, openFile, saveDocument } from '../../../app/public/files.ts'
import { refreshProject } from '../../../app/public/project.ts'
import { useWorkspace } from '../../../app/public/workspace.ts'
import { Button, LinkButton } from '../../../ui/index.ts'
import { type SavedCall, testFileOf, withTest } from './test-texts.ts'

interface SaveTestProps {
  readonly tool: string
  /** Where the tool's source lies in the project. */
  readonly source: { readonly file: string; readonly className: string }
  readonly call: CalledTool
  /** What it was called with. */
  readonly args: JsonObject
  /** Private keys that its source names. */
  readonly keys: readonly string[]
}

/** Writes the call and what came of it as a unit test beside the tool. */
export function SaveTest({ tool, source, call, args, keys }: SaveTestProps) {
  const [saved, setSaved] = useState<string>()
  const expected = expectedOf(call)
  if (expected === undefined) return null
  const doc = testFileOf(source.file)
  const save = async () => {
    await loadOrCreate(doc)
    const { store } = useWorkspace.getState()
    const text = store.text(doc)
    const next = withTest(text, { tool, ...source, args, keys, expected })
    store.apply({
      label: `save a test of ${tool}`,
      origin: 'form',
      edits: [{ doc, from: 0, to: text.length, text: next }],
    })
    setSaved((await saveDocument(doc)) ? doc : undefined)
    await refreshProject()
  }
  return (
    <>
      <Button
        small
        title={`Writes this call and what came of it into ${doc}, which slyglass test runs.`}
        onClick={() => void save()}
      >
        Save as test
      </Button>
      {saved === undefined ? null : (
        <span role="status">
          Saved in{' '}
          <LinkButton className="mono" onClick={() => void openFile(saved)}>
            {saved}
          </LinkButton>
          . slyglass test runs it.
        </span>
      )}
    </>
  )
}

/** Undefined for an end that says nothing of the tool itself, such as a limit of time or a person's no. */
function expectedOf({ outcome, value, failure }: CalledTool): SavedCall['expected'] | undefined {
  if (outcome === 'ok') return value !== undefined && parseJson(value).ok ? { kind: 'result', value } : undefined
  if (failure?.code === 'returned-error') return { kind: 'failed', words: failure.message }
  return failure?.code === 'raised' ? { kind: 'raised' } : undefined
}
