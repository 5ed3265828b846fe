import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Panel, PanelGroup, PanelResizeHandle } from 'react-resizable-panels'
import { CanvasPanel } from '../features/canvas/index.ts'
import { ProblemsPanel, SourcePanel } from '../features/editor/index.ts'
import { InspectorPanel } from '../features/inspector/index.ts'
import { Segments } from '../ui/index.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { useFarAddress } from './public/far.ts'
import { FarFacts } from './public/far-parts.ts'
import { panelStorage } from './public/preferences.ts'
import { useStudio } from './public/studio.ts'
import { ViewTabs } from './top-bar.tsx'
import { useWidth } from './use-width.ts'

const ChatPanel = lazy(() => import('../features/chat/index.ts').then((feature) => ({ default: feature.ChatPanel })))
const TracePanel = lazy(() => import('../features/trace/index.ts').then((feature) => ({ default: feature.TracePanel })))
const SlyPanel = lazy(() =>
  import('../features/sly-inspector/index.ts').then((feature) => ({ default: feature.SlyPanel })),
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

function EditView() {
  const width = useWidth()
  const [part, setPart] = useState<EditPart>('graph')
  if (width === 'wide') return <WideEdit />
  const beside = width === 'medium'
  const shown = beside && part === 'inspector' ? 'graph' : part
  const choices = (
    <Segments
      label="Show"
      value={shown}
      options={beside ? PARTS.filter(({ value }) => value !== 'inspector') : PARTS}
      onChange={(chosen) => setPart(chosen)}
    />
  )
  const main = (
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
        <ProblemsPanel />
      </div>
    </div>
  )
  if (!beside) return main
  return (
    <PanelGroup direction="horizontal" autoSaveId="edit-medium" storage={panelStorage}>
      <Panel id="main" order={1} minSize={45}>
        {main}
      </Panel>
      <Handle />
      <Panel id="inspector" order={2} defaultSize={29} minSize={20}>
        <Part what="The inspector">
          <InspectorPanel />
        </Part>
      </Panel>
    </PanelGroup>
  )
}

function WideEdit() {
  return (
    <PanelGroup direction="horizontal" autoSaveId="edit" storage={panelStorage}>
      <Panel id="left" order={1} minSize={50}>
        <PanelGroup direction="vertical" autoSaveId="edit-rows" storage={panelStorage}>
          <Panel id="upper" order={1} minSize={30}>
            <PanelGroup direction="horizontal" autoSaveId="edit-columns" storage={panelStorage}>
              <Panel id="graph" order={1} defaultSize={60} minSize={25}>
                <Part what="The graph">
                  <CanvasPanel />
                </Part>
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
            <ProblemsPanel />
          </Panel>
        </PanelGroup>
      </Panel>
      <Handle />
      <Panel id="inspector" order={2} defaultSize={21} minSize={15}>
        <Part what="The inspector">
          <InspectorPanel />
        </Part>
      </Panel>
    </PanelGroup>
  )
}

function RunView() {
  const width = useWidth()
  const chat = (
    <Part what="The chat">
      <ChatPanel />
    </Part>
  )
  if (width === 'phone' || width === 'narrow') return chat
  return <GraphBeside side={chat} />
}

/** A network of a running server: nothing of it can be edited. */
function FarView() {
  const width = useWidth()
  return (
    <GraphBeside
      stacked={width === 'phone' || width === 'narrow'}
      side={
        <Part what="The server">
          <FarFacts />
        </Part>
      }
    />
  )
}

function GraphBeside({ side, stacked = false }: { readonly side: ReactNode; readonly stacked?: boolean }) {
  return (
    <PanelGroup
      direction={stacked ? 'vertical' : 'horizontal'}
      autoSaveId={stacked ? 'run-rows' : 'run'}
      storage={panelStorage}
    >
      <Panel id="graph" order={1} defaultSize={59} minSize={25}>
        <Part what="The graph">
          <CanvasPanel />
        </Part>
      </Panel>
      <Handle />
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
