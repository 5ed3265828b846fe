import { type ReactNode, Suspense, useState } from 'react'
import { Panel, PanelGroup, PanelResizeHandle } from 'react-resizable-panels'
import { CanvasPanel } from '../features/canvas/index.ts'
import { lazyPart, Segments } from '../ui/index.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { useFarAddress } from './public/far.ts'
import { FarFacts } from './public/far-parts.ts'
import { panelStorage } from './public/preferences.ts'
import { useStudio } from './public/studio.ts'
import { useRoomBeside, useWidth } from './public/width.ts'
import { useWorkspace } from './public/workspace.ts'
import { ViewTabs } from './top-bar.tsx'

// The graph is there first.
const InspectorPanel = lazyPart(() =>
  import('../features/inspector/index.ts').then((feature) => ({ default: feature.InspectorPanel })),
)
const ChatPanel = lazyPart(() =>
  import('../features/chat/index.ts').then((feature) => ({ default: feature.ChatPanel })),
)
const TracePanel = lazyPart(() =>
  import('../features/trace/index.ts').then((feature) => ({ default: feature.TracePanel })),
)
const SlyPanel = lazyPart(() =>
  import('../features/sly-inspector/index.ts').then((feature) => ({ default: feature.SlyPanel })),
)

const SourcePanel = lazyPart(() =>
  import('../features/editor/source-panel.tsx').then((module) => ({ default: module.SourcePanel })),
)
const ProblemsPanel = lazyPart(() =>
  import('../features/editor/problems-panel.tsx').then((module) => ({ default: module.ProblemsPanel })),
)
const BesidePanel = lazyPart(() =>
  import('../features/editor/beside-panel.tsx').then((module) => ({ default: module.BesidePanel })),
)

/** The open network in the view that is chosen. */
export function WorkArea() {
  const view = useStudio((state) => state.view)
  const phone = useWidth() === 'phone'
  const far = useFarAddress() !== undefined
  return (
    <div className="work">
      <div className="work-view">
        {view === 'edit' ? far ? <FarView /> : <EditView /> : null}
        {view === 'run' ? <RunView /> : null}
        {view === 'trace' ? (
          <Part what="The trace">
            <TracePanel />
          </Part>
        ) : null}
        {view === 'sly' ? (
          <Part what="The sly data view">
            <SlyPanel />
          </Part>
        ) : null}
      </div>
      {phone ? <ViewTabs /> : null}
    </div>
  )
}

type EditPart = 'graph' | 'source' | 'inspector'
const PARTS: readonly { readonly value: EditPart; readonly text: string }[] = [
  { value: 'graph', text: 'Graph' },
  { value: 'source', text: 'Source' },
  { value: 'inspector', text: 'Inspector' },
]

/** The inspector keeps its place in every width that has room for it, so that what is typed there outlives a change. */
function EditView() {
  const wide = useWidth() === 'wide'
  if (!useRoomBeside()) return <OnePart />
  return (
    <PanelGroup direction="horizontal" autoSaveId="edit" storage={panelStorage}>
      <Panel id="left" order={1} minSize={45}>
        {wide ? <GraphAndSource /> : <OnePart beside />}
      </Panel>
      <Handle />
      <Panel id="inspector" order={2} defaultSize={wide ? 21 : 29} minSize={wide ? 15 : 26}>
        <Part what="The inspector">
          <InspectorPanel />
        </Part>
      </Panel>
    </PanelGroup>
  )
}

/** One part at a time, chosen by name; `beside`: the inspector stands beside it. */
function OnePart({ beside = false }: { readonly beside?: boolean }) {
  const [part, setPart] = useState<EditPart>('graph')
  const shown = beside && part === 'inspector' ? 'graph' : part
  const choices = (
    <Segments
      label="Show"
      value={shown}
      options={beside ? PARTS.filter(({ value }) => value !== 'inspector') : PARTS}
      onChange={(chosen) => setPart(chosen)}
    />
  )
  return (
    <div className="edit-column">
      <div className="edit-part">
        {shown === 'graph' ? (
          <Part what="The graph">
            <CanvasPanel lead={choices} />
          </Part>
        ) : null}
        {shown === 'source' ? (
          <Part what="The source">
            <SourcePanel lead={choices} />
          </Part>
        ) : null}
        {shown === 'inspector' ? (
          <Part what="The inspector">
            <InspectorPanel lead={choices} />
          </Part>
        ) : null}
      </div>
      <div className="edit-problems">
        <Part what="The list of problems">
          <ProblemsPanel />
        </Part>
      </div>
    </div>
  )
}

function GraphAndSource() {
  const beside = useWorkspace((state) => state.beside !== undefined)
  return (
    <PanelGroup direction="vertical" autoSaveId="edit-rows" storage={panelStorage}>
      <Panel id="upper" order={1} minSize={30}>
        <PanelGroup direction="horizontal" autoSaveId="edit-columns" storage={panelStorage}>
          <Panel id="graph" order={1} defaultSize={60} minSize={25}>
            <Part what="The graph">{beside ? <BesidePanel /> : <CanvasPanel />}</Part>
          </Panel>
          <Handle />
          <Panel id="source" order={2} minSize={20}>
            <Part what="The source">
              <SourcePanel />
            </Part>
          </Panel>
        </PanelGroup>
      </Panel>
      <Handle />
      <Panel id="problems" order={2} defaultSize={17} minSize={6}>
        <Part what="The list of problems">
          <ProblemsPanel />
        </Part>
      </Panel>
    </PanelGroup>
  )
}

function RunView() {
  return (
    <GraphBeside
      alone={!useRoomBeside()}
      side={
        <Part what="The chat">
          <ChatPanel />
        </Part>
      }
    />
  )
}

/** A network of a running server: nothing of it can be edited. */
function FarView() {
  return (
    <GraphBeside
      stacked={!useRoomBeside()}
      side={
        <Part what="The server">
          <FarFacts />
        </Part>
      }
    />
  )
}

interface BesideProps {
  readonly side: ReactNode
  readonly stacked?: boolean
  /** Without the graph: what was opened and scrolled at the side keeps its place when the room changes. */
  readonly alone?: boolean
}

function GraphBeside({ side, stacked = false, alone = false }: BesideProps) {
  return (
    <PanelGroup
      direction={stacked ? 'vertical' : 'horizontal'}
      autoSaveId={stacked ? 'run-rows' : 'run'}
      storage={panelStorage}
    >
      {alone ? null : (
        <>
          <Panel id="graph" order={1} defaultSize={59} minSize={25}>
            <Part what="The graph">
              <CanvasPanel />
            </Part>
          </Panel>
          <Handle />
        </>
      )}
      <Panel id="chat" order={2} minSize={28}>
        {side}
      </Panel>
    </PanelGroup>
  )
}

const Handle = () => <PanelResizeHandle className="resize-handle" />

function Part({ what, children }: { readonly what: string; readonly children: ReactNode }) {
  return (
    <ErrorBoundary what={what}>
      <Suspense fallback={<div className="pane" />}>{children}</Suspense>
    </ErrorBoundary>
  )
}
