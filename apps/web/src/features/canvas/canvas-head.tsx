import { useReactFlow, useStore } from '@xyflow/react'
import { Maximize, Minus, Plus, Workflow, ZoomIn } from 'lucide-react'
import type { ReactNode } from 'react'
import { hostOf, useFarAddress } from '../../app/public/far.ts'
import { useStudio } from '../../app/public/studio.ts'
import { IconButton, Menu, MenuItem, StateLabel, type StateWord } from '../../ui/index.ts'
import { contentWords, type Graph } from './graph.ts'
import type { CanvasActivity } from './use-canvas-activity.ts'
import type { CanvasCommands } from './use-canvas-commands.ts'
import type { Flow } from './use-flow.ts'

interface Props {
  readonly lead: ReactNode
  readonly graph: Graph
  readonly flow: Flow
  readonly commands: CanvasCommands
  readonly activity: CanvasActivity
  onNewTool(from: ToolOrigin): void
  onToolbox(): void
}

/** Where a coded tool comes from that is added. */
export type ToolOrigin = 'scratch' | 'file'

const FIT = { padding: 0.06, maxZoom: 1, duration: 200 }

/** Head of the graph: what runs, and the commands that are not gestures. */
export function CanvasHead({ lead, graph, flow, commands, activity, onNewTool, onToolbox }: Props) {
  const { fitView, zoomIn, zoomOut } = useReactFlow()
  const zoom = useStore((state) => state.transform[2])
  const far = useFarAddress()
  const editing = useStudio((state) => state.view === 'edit') && far === undefined
  return (
    <header className="pane-head">
      {lead ?? <h2>Graph</h2>}
      <span className="text-3 truncate">
        {contentWords(graph)}
        {far === undefined ? '' : `, read-only, as ${hostOf(far)} tells it`}
      </span>
      <span className="spacer" />
      <Counts activity={activity} />
      <div role="toolbar" aria-label="Graph" className="canvas-tools">
        {editing ? (
          <>
            <Menu
              label="Add to the network"
              trigger={(props) => (
                <IconButton label="Add" {...props}>
                  <Plus className="icon" />
                </IconButton>
              )}
            >
              <MenuItem onChoose={commands.addAgent}>Agent</MenuItem>
              <MenuItem onChoose={() => onNewTool('scratch')}>New coded tool</MenuItem>
              <MenuItem onChoose={() => onNewTool('file')}>Coded tool from a file</MenuItem>
              <MenuItem onChoose={onToolbox}>From the toolbox</MenuItem>
            </Menu>
            <IconButton label="Tidy" onClick={flow.tidy}>
              <Workflow className="icon" />
            </IconButton>
          </>
        ) : null}
        <IconButton label="Fit" onClick={() => fitView(FIT)}>
          <Maximize className="icon" />
        </IconButton>
        <IconButton label="Zoom out" onClick={() => zoomOut()}>
          <Minus className="icon" />
        </IconButton>
        <span className="canvas-zoom">{Math.round(zoom * 100)}%</span>
        <IconButton label="Zoom in" onClick={() => zoomIn()}>
          <ZoomIn className="icon" />
        </IconButton>
      </div>
    </header>
  )
}

const SHOWN: readonly StateWord[] = ['running', 'waiting for approval', 'failed', 'ok']

function Counts({ activity }: { readonly activity: CanvasActivity }) {
  const states = [...(activity.live?.entries.values() ?? [])].map((entry) => entry.state)
  return (
    <span className="canvas-counts">
      {SHOWN.map((state) => {
        const count = states.filter((each) => each === state).length
        return count === 0 ? null : <StateLabel key={state} state={state} text={`${count} ${state}`} />
      })}
    </span>
  )
}
