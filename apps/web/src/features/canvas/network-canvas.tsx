import { Background, BackgroundVariant, ReactFlow, ReactFlowProvider, useReactFlow, useStore } from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import type { Network } from '@slyglass/network'
import { memo, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useFarAddress } from '../../app/public/far.ts'
import { useProblems } from '../../app/public/problems.ts'
import { useStudio } from '../../app/public/studio.ts'
import { Callout, LinkButton, lazyPart } from '../../ui/index.ts'
import { CallEdge } from './call-edge.tsx'
import { CanvasHead, type ToolOrigin } from './canvas-head.tsx'
import { EntryNode } from './entry-node.tsx'
import type { Graph } from './graph.ts'
import { networkToGraph } from './network-to-graph.ts'
import { ClientNode, FrameNode, GateNode } from './setting-nodes.tsx'
import { useCanvasActivity } from './use-canvas-activity.ts'
import { useCanvasCommands } from './use-canvas-commands.ts'
import { useCanvasKeys } from './use-canvas-keys.ts'
import { useDetail } from './use-detail.ts'
import { useFlow } from './use-flow.ts'

const ToolboxPanel = lazyPart(() =>
  import('./toolbox/toolbox-panel.tsx').then((module) => ({ default: module.ToolboxPanel })),
)
const ToolDialog = lazyPart(() =>
  import('./new-tool/tool-dialog.tsx').then((module) => ({ default: module.ToolDialog })),
)

const NODE_TYPES = { entry: EntryNode, frame: FrameNode, client: ClientNode, gate: GateNode }
const EDGE_TYPES = { call: CallEdge }
const FIT = { padding: 0.06, maxZoom: 1 }

interface Props {
  readonly network: Network
  readonly lead: ReactNode
}

export function NetworkCanvas({ network, lead }: Props) {
  const graph = useGraph(network)
  const last = useRef(network)
  useEffect(() => {
    last.current = network
  }, [network])
  const present = useCallback(() => last.current, [])
  return (
    <ReactFlowProvider>
      <Canvas graph={graph} name={network.name} present={present} lead={lead} />
    </ReactFlowProvider>
  )
}

/** The graph of the network: the same one for as long as it looks the same, so that typing into prompts draws nothing. */
function useGraph(network: Network): Graph {
  const preflight = useStudio((state) => state.preflight)
  const staleEntries = useStudio((state) => state.staleEntries)
  const problems = useProblems()
  const lacks = useStudio((state) => (state.status?.python.found === false ? 'python' : undefined))
  const graph = useMemo(() => {
    const tools = preflight?.network === network.name ? preflight.tools : []
    return networkToGraph(network, tools, problems, staleEntries, lacks)
  }, [network, preflight, problems, staleEntries, lacks])
  const print = useMemo(() => JSON.stringify(graph), [graph])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the graph says matters
  return useMemo(() => graph, [print])
}

interface CanvasProps extends Pick<Props, 'lead'> {
  readonly graph: Graph
  readonly name: string
  present(): Network
}

const Canvas = memo(({ graph, name, present, lead }: CanvasProps) => {
  const stale = useStudio((state) => state.stale)
  const staleEntries = useStudio((state) => state.staleEntries)
  const activity = useCanvasActivity(graph)
  const commands = useCanvasCommands(present, graph)
  const flow = useFlow(graph, name, activity, commands)
  const onKeyDown = useCanvasKeys(graph, flow, commands)
  const onMoveStart = useFitUntilMoved(flow.ready, flow.nodes.length)
  const detail = useDetail()
  const own = useFarAddress() === undefined
  const [toolbox, setToolbox] = useState(false)
  const [origin, setOrigin] = useState<ToolOrigin>()
  return (
    <>
      <CanvasHead
        {...{ lead, graph, flow, commands, activity }}
        onNewTool={setOrigin}
        onToolbox={() => setToolbox(true)}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a canvas */}
      <div
        role="group"
        aria-roledescription="canvas"
        aria-label={`Graph of ${name}`}
        aria-busy={flow.settling}
        className="canvas"
        data-detail={detail}
        onKeyDown={onKeyDown}
      >
        <ReactFlow
          nodes={flow.nodes}
          edges={flow.edges}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
          onNodesChange={flow.onNodesChange}
          onMoveStart={onMoveStart}
          onNodeClick={(event, node) => {
            ;(event.currentTarget as HTMLElement).focus()
            if (node.type === 'entry') commands.select(node.id)
          }}
          onNodeDoubleClick={(_, node) => node.type === 'entry' && commands.openSource(node.id)}
          onEdgeClick={(_, edge) => flow.selectEdge(edge.id)}
          onPaneClick={() => commands.select(undefined)}
          onConnect={({ source, target }) => commands.connect(source, target)}
          nodesDraggable={own}
          nodesConnectable={own}
          disableKeyboardA11y
          onlyRenderVisibleElements
          deleteKeyCode={null}
          selectionKeyCode={null}
          multiSelectionKeyCode={null}
          zoomOnDoubleClick={false}
          minZoom={0.1}
          maxZoom={2}
          nodeDragThreshold={3}
          fitViewOptions={FIT}
          proOptions={{ hideAttribution: true }}
        >
          <Background variant={BackgroundVariant.Dots} gap={16} size={2} color="var(--grid)" />
        </ReactFlow>
        {toolbox ? <Toolbox present={present} onClose={() => setToolbox(false)} /> : null}
        {stale ? <p className="canvas-note">{staleWords(staleEntries)}</p> : null}
        {commands.fault === undefined ? null : <NotMade fault={commands.fault} onClose={commands.clearFault} />}
      </div>
      <Suspense>
        {origin ? <ToolDialog origin={origin} network={present()} onClose={() => setOrigin(undefined)} /> : null}
      </Suspense>
    </>
  )
})

function NotMade({ fault, onClose }: { readonly fault: string; onClose(): void }) {
  return (
    <div className="canvas-fault">
      <Callout tone="fail" title="The edit was not made" actions={<LinkButton onClick={onClose}>Close</LinkButton>}>
        {fault}
      </Callout>
    </div>
  )
}

/** Only where the network is edited; it stays open over a look at another view. */
function Toolbox(props: { present(): Network; onClose(): void }) {
  const editing = useStudio((state) => state.view === 'edit')
  return <Suspense>{editing ? <ToolboxPanel {...props} /> : null}</Suspense>
}

function staleWords(entries: ReadonlySet<string>): string {
  const [first, ...more] = entries
  if (first === undefined) return 'The text has a fault that touches no entry.'
  if (more.length === 0) return `The text of ${first} cannot be read now. It is shown as it last was.`
  return `The texts of ${entries.size} entries cannot be read now. They are shown as they last were.`
}

/** The whole graph, new nodes too, is shown in whatever room there is; once a person has moved the view, it is theirs. */
function useFitUntilMoved(ready: boolean, nodes: number): (event: unknown) => void {
  const { fitView } = useReactFlow()
  const room = useStore((state) => `${state.width} ${state.height}`)
  const moved = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the room or of the nodes is what asks for a new fit
  useEffect(() => {
    if (ready && !moved.current) requestAnimationFrame(() => fitView(FIT))
  }, [ready, room, nodes, fitView])
  return (event) => {
    if (event !== null) moved.current = true
  }
}
