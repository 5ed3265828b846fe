import type { Entry, Network } from '@slyglass/network'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useSelectedEntry } from '../../app/public/selected-entry.ts'
import { useStudio } from '../../app/public/studio.ts'
import { EmptyState, lazyPart, Tabs } from '../../ui/index.ts'
import './inspector.css'
import { NetworkFacts } from './network-facts.tsx'

const EntryForm = lazyPart(() => import('./entry-form.tsx').then((module) => ({ default: module.EntryForm })))
const EntrySlyData = lazyPart(() => import('./entry-sly-data.tsx').then((module) => ({ default: module.EntrySlyData })))
const ModelSees = lazyPart(() => import('./model-sees.tsx').then((module) => ({ default: module.ModelSees })))

const RunTool = lazyPart(() => import('./run-tool/run-tool.tsx').then((module) => ({ default: module.RunTool })))

const TryServer = lazyPart(() => import('./run-tool/try-server.tsx').then((module) => ({ default: module.TryServer })))

type EntryView = 'entry' | 'model' | 'sly' | 'run'

const VIEWS: readonly { readonly value: EntryView; readonly text: string }[] = [
  { value: 'entry', text: 'Entry' },
  { value: 'model', text: 'Model sees' },
  { value: 'sly', text: 'Sly data' },
]
const TOOL_VIEWS: typeof VIEWS = [...VIEWS, { value: 'run', text: 'Try' }]

/** The picked entry: what it is, what the model reads of it, and which private keys may cross with it. */
export function InspectorPanel({ lead }: { readonly lead?: ReactNode }) {
  const network = useStudio((state) => state.network)
  const picked = useStudio((state) => state.selection?.kind)
  const name = useSelectedEntry()
  const entry = network?.entries.find((each) => each.name === name)
  return (
    <section className="pane inspector" aria-label="Inspector" data-region>
      {lead === undefined ? null : <div className="pane-head">{lead}</div>}
      {network === undefined ? null : isServer(network, name) ? (
        <Suspense>
          <TryServer key={name} network={network} server={name} />
        </Suspense>
      ) : entry === undefined ? (
        <NetworkFacts network={network} missing={picked === 'entry' ? name : undefined} />
      ) : (
        <PickedEntry network={network} entry={entry} />
      )}
      {network === undefined ? <EmptyState title="Nothing to inspect yet" /> : null}
    </section>
  )
}

const isServer = (network: Network, name: string | undefined): name is string =>
  network.edges.some(({ to, target }) => target === 'mcp' && to === name)

function PickedEntry({ network, entry }: { readonly network: Network; readonly entry: Entry }) {
  const [view, setView] = useState<EntryView>('entry')
  const isTool = entry.kind === 'coded-tool' || entry.kind === 'toolbox-tool'
  const shown = view === 'run' && !isTool ? 'entry' : view
  const selection = useStudio((state) => state.selection)
  useEffect(() => {
    if (selection?.kind === 'entry' && selection.part === 'sly data') setView('sly')
  }, [selection])
  return (
    <>
      <header className="pane-head">
        <h2 className="truncate">{entry.name}</h2>
        <span className="text-3">{kindWords(entry)}</span>
      </header>
      <div className="inspector-tabs">
        <Tabs<EntryView> label="Entry views" value={shown} options={isTool ? TOOL_VIEWS : VIEWS} onChange={setView} />
      </div>
      <div className="pane-body">
        <Suspense>
          {shown === 'entry' ? <EntryForm key={entry.name} network={network} entry={entry} /> : null}
          {shown === 'model' ? <ModelSees network={network} entry={entry} /> : null}
          {shown === 'sly' ? <EntrySlyData network={network} entry={entry} /> : null}
          {shown === 'run' ? <RunTool key={entry.name} network={network} entry={entry} /> : null}
        </Suspense>
      </div>
    </>
  )
}

function kindWords(entry: Entry): string {
  if (entry.isFrontMan && entry.kind === 'agent') return 'front man'
  return { agent: 'agent', 'coded-tool': 'coded tool', 'toolbox-tool': 'toolbox tool', incomplete: 'incomplete entry' }[
    entry.kind
  ]
}
