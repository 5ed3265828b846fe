// What a person can do to the network on the canvas. Each command is an edit of its text.
import type { Network } from '@slyglass/network'
import { useState } from 'react'
import { openFile } from '../../app/public/files.ts'
import { editNetwork } from '../../app/public/network-edits.ts'
import { selectedEntry } from '../../app/public/selected-entry.ts'
import { useStudio } from '../../app/public/studio.ts'
import { toolSourceOf } from '../../app/public/tool-sources.ts'
import { revealInSource, useWorkspace } from '../../app/public/workspace.ts'
import { focusNode } from './focus-node.ts'
import { freeName } from './free-name.ts'
import type { Graph } from './graph.ts'

export interface CanvasCommands {
  readonly renaming?: string | undefined
  readonly fault?: string | undefined
  clearFault(): void
  select(entry: string | undefined): void
  /** Shows which private values may cross the boundary with this entry. */
  showCrossings(entry: string): void
  openSource(entry: string): void
  beginRename(entry: string): void
  /** Ends it with a name, or without one. Where it was not left yet, a refused name stays to be mended. */
  endRename(entry: string, to: string | undefined, left: boolean): void
  connect(caller: string, callee: string): void
  disconnect(edge: string): void
  remove(entry: string): void
  addAgent(): void
}

/** `present` gives the network as it is when a command is carried out. */
export function useCanvasCommands(present: () => Network, graph: Graph): CanvasCommands {
  const [renaming, setRenaming] = useState<string>()
  const [fault, setFault] = useState<string>()
  const edit = async (change: Parameters<typeof editNetwork>[0]) => {
    if (isFar()) {
      setFault('A network of a running server can be looked at, not changed. Open its folder to edit it.')
      return false
    }
    const refusal = await editNetwork(change)
    setFault(refusal)
    return refusal === undefined
  }
  const select = (entry: string | undefined) => {
    useStudio.getState().set({ selection: entry === undefined ? undefined : { kind: 'entry', entry } })
    if (entry !== undefined) revealEntry(present(), entry)
  }
  return {
    renaming,
    fault,
    clearFault: () => setFault(undefined),
    select,
    showCrossings: (entry) => useStudio.getState().set({ selection: { kind: 'entry', entry, part: 'sly data' } }),
    openSource: (entry) => void openSourceOf(present(), entry),
    beginRename: (entry) => {
      if (!isFar() && present().entries.some(({ name }) => name === entry)) setRenaming(entry)
    },
    async endRename(entry, to, left) {
      const name = to?.trim()
      const same = name === undefined || name === '' || name === entry
      if (left || same) setRenaming(undefined)
      // Esc and Enter end it at the keyboard, which goes on at the node; a press elsewhere already chose its place.
      if (same) return to === undefined || !left ? focusNode(entry) : undefined
      if (!(await edit({ kind: 'rename-entry', entry, to: name }))) return
      setRenaming(undefined)
      select(name)
      if (!left) focusNode(name)
    },
    connect: (caller, callee) => void edit({ kind: 'connect', caller, callee }),
    disconnect(id) {
      const edge = graph.edges.find((each) => each.id === id)
      if (edge !== undefined) void edit({ kind: 'disconnect', caller: edge.from, callee: edge.to })
    },
    async remove(entry) {
      const network = present()
      if (!network.entries.some(({ name }) => name === entry)) return
      if (!(await edit({ kind: 'remove-entry', entry }))) return
      select(undefined)
      if (network.frontMan !== undefined && network.frontMan.name !== entry) focusNode(network.frontMan.name)
    },
    async addAgent() {
      const network = present()
      const name = freeName(network, 'new_agent')
      const added = await edit({ kind: 'add-agent', name, ...callerFor(network) })
      if (added) useStudio.getState().set({ selection: { kind: 'entry', entry: name } })
    },
  }
}

const isFar = () => useStudio.getState().project?.server !== undefined

/** New entries are called by the picked agent, else by the front man. */
function callerFor(network: Network): { readonly caller?: string } {
  const picked = selectedEntry()
  const agent = network.entries.find((entry) => entry.name === picked && entry.kind === 'agent') ?? network.frontMan
  return agent === undefined ? {} : { caller: agent.name }
}

function revealEntry(network: Network, name: string): void {
  const entry = network.entries.find((each) => each.name === name)
  const at = entry?.nameAt ?? entry?.at
  if (at !== undefined && useWorkspace.getState().store.has(at.doc)) revealInSource(at.doc, at.from, at.to)
}

async function openSourceOf(network: Network, name: string): Promise<void> {
  const entry = network.entries.find((each) => each.name === name)
  const tool = entry === undefined ? undefined : toolSourceOf(entry, useStudio.getState().preflight?.tools ?? [])
  if (tool?.file === undefined) return revealEntry(network, name)
  const { store } = useWorkspace.getState()
  await openFile(tool.file)
  const className = tool.className.split('.').at(-1) ?? ''
  const at = store.has(tool.file) ? store.text(tool.file).search(new RegExp(`\\bclass\\s+${className}\\b`)) : -1
  if (at >= 0) revealInSource(tool.file, at, at)
}
