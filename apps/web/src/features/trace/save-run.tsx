import { useState } from 'react'
import { useFarAddress } from '../../app/public/far.ts'
import { loadOrCreate, openFile, saveDocument } from '../../app/public/files.ts'
import { refreshProject } from '../../app/public/project.ts'
import type { RunView } from '../../app/public/runs.ts'
import { useStudio } from '../../app/public/studio.ts'
import { useWorkspace } from '../../app/public/workspace.ts'
import { Button, LinkButton } from '../../ui/index.ts'
import { missingStandIns, savedTurn, testFileFor, testText } from './run-test.ts'

/** Writes what was said and answered as a test of the network. */
export function SaveRun({ view }: { readonly view: RunView }) {
  const files = useStudio((state) => state.project?.files)
  const hasStructure = useStudio((state) => state.network?.frontMan?.json.has('structure_formats') === true)
  const far = useFarAddress()
  const [saved, setSaved] = useState<string>()
  const turn = savedTurn(view)
  // What is in the answer's structure is another part of what a client gets.
  if (turn === undefined || files === undefined || far !== undefined || hasStructure) return null
  const missing = missingStandIns(turn)
  if (saved !== undefined)
    return (
      <span role="status">
        Saved in{' '}
        <LinkButton className="mono" onClick={() => void openFile(saved)}>
          {saved}
        </LinkButton>
        {missing !== undefined && <>. {missing}</>}
      </span>
    )
  const save = async () => {
    const doc = testFileFor(
      turn.network,
      files.map(({ path }) => path),
    )
    await loadOrCreate(doc)
    const { store } = useWorkspace.getState()
    const edit = { doc, from: 0, to: store.text(doc).length, text: testText(turn) }
    store.apply({ label: 'save a run as a test', origin: 'form', edits: [edit] })
    setSaved((await saveDocument(doc)) ? doc : undefined)
    await refreshProject()
  }
  return (
    <Button
      small
      title="Writes the message and its answer into a file under tests/, which the command test runs."
      onClick={() => void save()}
    >
      Save as test
    </Button>
  )
}
