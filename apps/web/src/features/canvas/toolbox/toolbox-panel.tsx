import type { Network } from '@slyglass/network'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { client } from '../../../app/public/client.ts'
import { sentenceOf } from '../../../app/public/files.ts'
import type { Point } from '../../../app/public/layout-file.ts'
import { useSelectedEntry } from '../../../app/public/selected-entry.ts'
import { useStudio } from '../../../app/public/studio.ts'
import { Callout, IconButton, LinkButton, useFocusOnMount } from '../../../ui/index.ts'
import { addTool } from './add-tool.ts'
import { callerOf, findTools, type ToolRow, toolRows } from './shared-tools.ts'
import { ToolboxRow } from './toolbox-row.tsx'
import { useDrop } from './use-drop.ts'
import './toolbox.css'

interface ToolboxPanelProps {
  present(): Network
  onClose(): void
}

type Tools = Parameters<typeof toolRows>[2]

/** Shared tools of the open network: search, see what each needs, add by button or by dragging onto the graph. */
export function ToolboxPanel({ present, onClose }: ToolboxPanelProps) {
  const { tools, fault, ask } = useToolbox()
  const [refusal, setRefusal] = useState<string>()
  const [typed, setTyped] = useState('')
  const box = useFocusOnMount<HTMLInputElement>()
  // Drawn again with each new reading of the text, which may have the tool already.
  const network = useStudio((state) => state.network) ?? present()
  const picked = useSelectedEntry()
  const caller = callerOf(network, [picked])
  const rows = tools === undefined ? [] : toolRows(network, caller, tools)
  const shown = findTools(rows, typed)
  const add = async (row: ToolRow, on?: string, at?: Point) =>
    setRefusal(await addTool(present(), row, callerOf(present(), [on, picked]), at))
  const frame = useDrop(rows, add)
  return (
    <section
      ref={frame}
      className="toolbox"
      aria-label="Toolbox"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <header className="toolbox-head">
        <h3>Toolbox</h3>
        <span className="text-3 truncate">{caller === undefined ? '' : `for ${caller.name}`}</span>
        <span className="spacer" />
        <LinkButton onClick={() => void ask()}>Look again</LinkButton>
        <IconButton label="Close the toolbox" onClick={onClose}>
          <X className="icon" />
        </IconButton>
      </header>
      <input
        ref={box}
        type="search"
        className="input toolbox-search"
        aria-label="Search tools"
        placeholder="Name, purpose, key or package"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {refusal === undefined ? null : (
        <Callout tone="fail" title="It was not added">
          {refusal}
        </Callout>
      )}
      {fault === undefined ? null : (
        <Callout tone="fail" title="The toolbox cannot be read">
          {fault}
        </Callout>
      )}
      <ul className="toolbox-list" aria-label="Tools">
        {shown.map((row) => (
          <ToolboxRow key={`${row.kind} ${row.name}`} row={row} onAdd={() => void add(row)} />
        ))}
      </ul>
      <p className="toolbox-foot text-3" role="status" aria-label="Tools found">
        {tools === undefined ? (fault ?? 'Looking …') : `${shown.length} of ${rows.length} tools`}
      </p>
    </section>
  )
}

/** Asked when it is opened; what a key or a package changes shows when one looks again. */
function useToolbox() {
  const project = useStudio((state) => state.project?.id)
  const name = useStudio((state) => state.networkName)
  const [tools, setTools] = useState<Tools>()
  const [fault, setFault] = useState<string>()
  const ask = async () => {
    if (project === undefined || name === undefined) return
    const reply = await client.toolbox(project, name)
    setFault(reply.ok ? undefined : sentenceOf(reply.error))
    if (reply.ok) setTools(reply.value.tools)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each network, then by hand
  useEffect(() => {
    ask()
  }, [project, name])
  return { tools, fault, ask }
}
