import { useState } from 'react'
import { sentenceOf } from '../../app/public/files.ts'
import { openProject } from '../../app/public/project.ts'
import { CodeInput } from '../../ui/code-input.tsx'
import { AskDialog, Field, useFocusOnMount } from '../../ui/index.ts'

/** Asks for the path of a folder on the machine that runs Slyglass. */
export function OpenFolderDialog({ onClose }: { onClose(): void }) {
  const [path, setPath] = useState('')
  const [fault, setFault] = useState<string>()
  const input = useFocusOnMount<HTMLInputElement>()
  const open = async () => {
    const failure = await openProject({ path: path.trim() })
    if (failure !== undefined) setFault(sentenceOf(failure))
    return failure === undefined
  }
  return (
    <AskDialog title="Open folder" action="Open" ready={path.trim() !== ''} onSend={open} onClose={onClose}>
      <Field
        label="Folder"
        help="A full path on this machine. The folder's manifest.hocon says which networks it has. Opening is inert: nothing runs until the folder is trusted."
        fault={fault}
      >
        {(control) => (
          <CodeInput {...control} ref={input} placeholder="/home/me/agents" value={path} onText={setPath} />
        )}
      </Field>
    </AskDialog>
  )
}
