import { useState } from 'react'
import { sentenceOf } from '../../app/public/files.ts'
import { namedFile } from '../../app/public/network-file.ts'
import { openProject } from '../../app/public/project.ts'
import { CodeArea } from '../../ui/code-area.tsx'
import { CodeInput } from '../../ui/code-input.tsx'
import { AskDialog, Field, useFocusOnMount } from '../../ui/index.ts'
import { WrittenAtOnce } from '../../ui/written-at-once.tsx'

/** Makes a project of one network from pasted text. */
export function PasteDialog({ onClose }: { onClose(): void }) {
  const [name, setName] = useState('pasted')
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const area = useFocusOnMount<HTMLTextAreaElement>()
  const named = namedFile(name, undefined)
  const ready = named.words !== undefined && text.trim() !== ''
  const open = async () => {
    const failure = await openProject({ paste: { name: name.trim(), text } })
    if (failure !== undefined) setFault(sentenceOf(failure))
    return failure === undefined
  }
  return (
    <AskDialog title="Paste HOCON" width={640} action="Open network" ready={ready} onSend={open} onClose={onClose}>
      <Field label="Network name" help={named.words} fault={named.fault}>
        {(control) => <CodeInput {...control} value={name} onText={setName} />}
      </Field>
      <Field label="HOCON" fault={fault}>
        {(control) => <CodeArea {...control} ref={area} rows={14} value={text} onText={setText} />}
      </Field>
      <WrittenAtOnce />
    </AskDialog>
  )
}
