import type { ProjectReply } from '@slyglass/protocol'
import { useState } from 'react'
import { CodeInput } from '../../ui/code-input.tsx'
import { AskDialog, Field, useFocusOnMount } from '../../ui/index.ts'
import { WrittenAtOnce } from '../../ui/written-at-once.tsx'
import { namedFile } from '../public/network-file.ts'
import { createNetwork } from './send-import.ts'

/** The server takes no longer one. */
const LONGEST_NAME = 200

interface Props {
  readonly project: ProjectReply
  onClose(): void
}

/** A network of the project with one agent to begin with. */
export function NewNetworkDialog({ project, onClose }: Props) {
  const [name, setName] = useState('')
  const [fault, setFault] = useState<string>()
  const first = useFocusOnMount<HTMLInputElement>()
  const named = namedFile(name, project)
  const create = async () => {
    const refusal = await createNetwork(project.id, name.trim())
    setFault(refusal?.why)
    return refusal === undefined
  }
  return (
    <AskDialog
      title="New network"
      action="Create network"
      ready={named.words !== undefined}
      onSend={create}
      onClose={onClose}
    >
      <Field
        label="Network name"
        fault={named.fault ?? fault}
        help={`${named.words ?? `Becomes its file’s name in ${project.name}.`} It begins with one agent.`}
      >
        {(control) => (
          <CodeInput
            {...control}
            ref={first}
            placeholder="help_desk"
            maxLength={LONGEST_NAME}
            value={name}
            onText={(typed) => {
              setName(typed)
              setFault(undefined)
            }}
          />
        )}
      </Field>
      <WrittenAtOnce />
    </AskDialog>
  )
}
