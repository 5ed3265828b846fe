import { isJsonList, isJsonObject, JsonNumber, jsonEquals } from '@slyglass/base'
import type { Entry, Network, NetworkEdit } from '@slyglass/network'
import { useState } from 'react'
import { openFile } from '../../app/public/files.ts'
import { editNetwork } from '../../app/public/network-edits.ts'
import { useStudio } from '../../app/public/studio.ts'
import { toolSourceOf } from '../../app/public/tool-sources.ts'
import { revealInSource, useText } from '../../app/public/workspace.ts'
import { Callout, LinkButton } from '../../ui/index.ts'
import { CanCall } from './can-call.tsx'
import { CommittedField } from './committed-field.tsx'
import { isPutTogether } from './is-put-together.ts'

interface Props {
  readonly network: Network
  readonly entry: Entry
}

/** An entry as a form. Every committed field is the smallest edit of the text. */
export function EntryForm({ network, entry }: Props) {
  const [fault, setFault] = useState<string>()
  const locked = useLocks(entry)
  const edit = async (change: NetworkEdit) => setFault(await editNetwork(change, 'form'))
  const set =
    (...path: readonly string[]) =>
    (value: string) =>
      edit({ kind: 'set-field', entry: entry.name, path, value })
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
        <CommittedField
          label="Description"
          hint="what callers read"
          value={entry.description ?? ''}
          rows={2}
          locked={locked('description')}
          onCommit={set('function', 'description')}
        />
        {entry.kind === 'agent' || entry.kind === 'incomplete' ? (
          <CommittedField
            label="Instructions"
            value={entry.instructions ?? ''}
            rows={8}
            locked={locked('instructions')}
            onCommit={set('instructions')}
          />
        ) : null}
        {entry.command === undefined ? null : (
          <CommittedField label="Command" value={entry.command} rows={2} onCommit={set('command')} />
        )}
        {entry.kind === 'coded-tool' ? (
          <CommittedField label="Class" value={entry.className ?? ''} mono onCommit={set('class')} />
        ) : null}
        {entry.kind === 'toolbox-tool' ? (
          <CommittedField label="Toolbox" value={entry.toolbox ?? ''} mono onCommit={set('toolbox')} />
        ) : null}
        <LinkButton onClick={() => revealInSource(entry.at.doc, entry.at.from, entry.at.from)}>
          Show in source
        </LinkButton>
      </div>
      <ToolSource entry={entry} />
      <CanCall
        entry={entry}
        network={network}
        onConnect={(callee) => edit({ kind: 'connect', caller: entry.name, callee })}
        onDisconnect={(callee) => edit({ kind: 'disconnect', caller: entry.name, callee })}
      />
      <ModelFacts network={network} entry={entry} />
    </>
  )
}

/** Says of a field why it is edited in the source, or nothing. */
function useLocks(entry: Entry): (key: string) => string | undefined {
  const text = useText(entry.at.doc)?.slice(entry.at.from, entry.at.to) ?? ''
  return (key) =>
    isPutTogether(text, key) ? 'Put together from other values. Edit it in the source, so that they stay.' : undefined
}

function ToolSource({ entry }: { readonly entry: Entry }) {
  const tools = useStudio((state) => state.preflight?.tools)
  const tool = toolSourceOf(entry, tools ?? [])
  if (tool === undefined) return null
  return (
    <div className="section">
      <h3 className="eyebrow">Source</h3>
      {tool.file === undefined ? (
        <p className="inspector-missing">The class was not found. Looked in {tool.tried.join(', ') || 'no folder'}.</p>
      ) : (
        <LinkButton className="mono" onClick={() => openFile(tool.file ?? '')}>
          {tool.file}
        </LinkButton>
      )}
    </div>
  )
}

function ModelFacts({ network, entry }: Props) {
  if (entry.kind !== 'agent') return null
  const own = entry.llmConfig !== undefined && !jsonEquals(entry.llmConfig, network.llmConfig ?? new Map())
  const config = new Map([...(network.llmConfig ?? []), ...(entry.llmConfig ?? [])])
  const rows = [...config].flatMap(([key, value]) => {
    if (value === null || isJsonList(value) || isJsonObject(value)) return []
    return [[key, value instanceof JsonNumber ? value.text : String(value)] as const]
  })
  if (rows.length === 0) return null
  return (
    <div className="section">
      <h3 className="eyebrow">Model</h3>
      <dl className="facts">
        {rows.map(([key, text]) => (
          <div key={key} className="facts-row">
            <dt>{key}</dt>
            <dd className="mono">{text}</dd>
          </div>
        ))}
        <div className="facts-row">
          <dt>From</dt>
          <dd>{own ? 'this entry, over the network' : 'the network'}</dd>
        </div>
      </dl>
    </div>
  )
}
