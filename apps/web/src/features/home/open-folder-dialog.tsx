import { useState } from 'react'
import { sentenceOf } from '../../app/public/files.ts'
import { openProject } from '../../app/public/project.ts'
import { CodeInput } from '../../ui/code-input.tsx'
import { Button, Dialog, Field, useFocusOnMount } from '../../ui/index.ts'

/** Asks for the path of a folder on the machine that runs Slyglass. */
export function OpenFolderDialog({ onClose }: { onClose(): void }) {
  const [path, setPath] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const input = useFocusOnMount<HTMLInputElement>()
  const submit = async () => {
    if (path.trim() === '' || busy) return
    setBusy(true)
    const failure = await openProject({ path: path.trim() })
    setBusy(false)
    if (failure === undefined) onClose()
    else setFault(sentenceOf(failure))
  }
  return (
    <Dialog
      title="Open folder"
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="ink" type="submit" disabled={path.trim() === '' || busy}>
            Open
          </Button>
        </>
      }
    >
      <Field
        label="Folder"
        help="A full path on this machine. The folder's manifest.hocon says which networks it has. Opening is inert: nothing runs until the folder is trusted."
        fault={fault}
      >
        {(control) => (
          <CodeInput {...control} ref={input} placeholder="/home/me/agents" value={path} onText={setPath} />
        )}
      </Field>
    </Dialog>
  )
}
