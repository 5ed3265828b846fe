import type { Entry, Network, NetworkEdit } from '@slyglass/network'
import { Suspense, useState } from 'react'
import { editNetwork } from '../../app/public/network-edits.ts'
import { useStudio } from '../../app/public/studio.ts'
import { revealInSource } from '../../app/public/workspace.ts'
import { Callout, LinkButton, lazyPart } from '../../ui/index.ts'
import { CanCall } from './can-call.tsx'
import { CommittedField } from './committed-field.tsx'
import { ToolSource } from './tool-source.tsx'

const ToolEnclosure = lazyPart(() =>
  import('./tool-enclosure.tsx').then((module) => ({ default: module.ToolEnclosure })),
)
const EntryPermissions = lazyPart(() =>
  import('./permissions/permissions-part.tsx').then((module) => ({ default: module.EntryPermissions })),
)
const EntryFields = lazyPart(() => import('./entry-fields.tsx').then((module) => ({ default: module.EntryFields })))

interface Props {
  readonly network: Network
  readonly entry: Entry
}

/** An entry as a form. Every committed field is the smallest edit of the text. */
export function EntryForm({ network, entry }: Props) {
  const [fault, setFault] = useState<string>()
  const edit = async (change: NetworkEdit) => setFault(await editNetwork(change, 'form'))
  const rename = async (to: string) => {
    const refusal = await editNetwork({ kind: 'rename-entry', entry: entry.name, to: to.trim() }, 'form')
    setFault(refusal)
    if (refusal === undefined) useStudio.getState().set({ selection: { kind: 'entry', entry: to.trim() } })
  }
  return (
    <>
      {fault === undefined ? null : (
        <div className="section">
          <Callout tone="fail" title="The edit was not made">
            {fault}
          </Callout>
        </div>
      )}
      <div className="section">
        <CommittedField label="Name" value={entry.name} mono onCommit={rename} />
        <LinkButton onClick={() => revealInSource(entry.at.doc, entry.at.from, entry.at.from)}>
          Show in source
        </LinkButton>
      </div>
      <Suspense>
        <EntryFields network={network} entry={entry} onEdit={edit} />
      </Suspense>
      <ToolSource entry={entry} />
      <Suspense>
        <ToolEnclosure network={network} entry={entry} />
        <EntryPermissions entry={entry.name} />
      </Suspense>
      <CanCall
        entry={entry}
        network={network}
        onConnect={(callee) => edit({ kind: 'connect', caller: entry.name, callee })}
        onDisconnect={(callee) => edit({ kind: 'disconnect', caller: entry.name, callee })}
      />
    </>
  )
}
