import type { ProjectReply } from '@slyglass/protocol'
import { useState } from 'react'
import { AskDialog, Callout, useFocusOnMount } from '../../ui/index.ts'
import { WrittenAtOnce } from '../../ui/written-at-once.tsx'
import { useStudio } from '../public/studio.ts'
import type { Refused } from '../public/write-tool.ts'
import { incomingFile, incomingTyped } from './incoming.ts'
import { sendImport } from './send-import.ts'
import { SourceFields } from './source-fields.tsx'
import { TargetFields } from './target-fields.tsx'
import { importTargets, isComplete, type Target, targetOf } from './targets.ts'

interface Props {
  /** What was dropped on the window. */
  readonly dropped: File | undefined
  readonly projects: readonly ProjectReply[]
  onClose(): void
}

/** Brings a tool, a network or samples into a project: what `slyglass import` does, from a file of this browser too. */
export function ImportDialog({ dropped, projects, onClose }: Props) {
  const file = useFocusOnMount<HTMLInputElement>()
  const open = useStudio((state) => state.project)
  const targets = importTargets(open, projects)
  const [from, setFrom] = useState<File | string>(dropped ?? '')
  const [chosen, setChosen] = useState<Partial<Target>>({})
  const [refused, setRefused] = useState<Refused>()
  const begin = (next: File | string) => {
    setFrom(next)
    setChosen(({ name: _, ...kept }) => kept)
    setRefused(undefined)
  }
  const [seen, setSeen] = useState(dropped)
  if (dropped !== undefined && dropped !== seen) {
    setSeen(dropped)
    begin(dropped)
  }
  const typed = typeof from === 'string' ? from.trim() : from
  const known = typeof typed === 'string' ? incomingTyped(typed) : incomingFile(typed)
  const incoming = known.ok ? known.value : undefined
  const target = incoming === undefined ? undefined : targetOf(incoming, chosen, targets)
  const present = refused?.present === true
  const send = async () => {
    if (!known.ok) setRefused({ why: known.error })
    if (incoming === undefined || target === undefined) return false
    const { project, network, name } = target
    const asked = { incoming, from: typed, project: project?.id, network, name: name.trim(), overwrite: present }
    const refusal = await sendImport(asked)
    setRefused(refusal)
    return refusal === undefined
  }
  return (
    <AskDialog
      title="Import"
      width={560}
      action={present ? 'Overwrite and import' : 'Import'}
      // What is wrong with a typed path is said when it is sent, not while it is typed.
      ready={target === undefined ? typeof typed === 'string' && typed !== '' : isComplete(target)}
      onSend={send}
      onClose={onClose}
    >
      <SourceFields from={from} fault={known.ok ? undefined : known.error} file={file} onFrom={begin} />
      {target === undefined ? null : (
        <TargetFields
          target={target}
          projects={targets}
          onChange={(change) => {
            setChosen({ ...chosen, ...change })
            setRefused(undefined)
          }}
        />
      )}
      {refused === undefined ? null : (
        <div role={present ? 'alert' : undefined}>
          <Callout
            tone={present ? 'wait' : 'fail'}
            title={present ? 'Write over what is there?' : 'Nothing was imported'}
          >
            {refused.why}
          </Callout>
        </div>
      )}
      {target === undefined ? null : <WrittenAtOnce />}
    </AskDialog>
  )
}
