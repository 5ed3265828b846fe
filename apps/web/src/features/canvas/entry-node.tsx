import type { EntryActivity } from '@slyglass/run-log'
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { OctagonX, TriangleAlert } from 'lucide-react'
import { memo, useState } from 'react'
import { useNow } from '../../app/runs/clock.ts'
import { formatDuration, formatElapsed } from '../../app/runs/figures.ts'
import { SlyCount, StateGlyph, useFocusOnMount } from '../../ui/index.ts'
import type { GraphNode, NodeKind } from './graph.ts'
import { KindGlyph } from './kind-glyph.tsx'

export interface EntryNodeData extends Record<string, unknown> {
  readonly node: GraphNode
  readonly activity?: EntryActivity | undefined
  readonly renaming: boolean
  onRename(name: string | undefined, left: boolean): void
}

export type EntryFlowNode = Node<EntryNodeData, 'entry'>

/** One entry: its shape and glyph say the kind, its border and words the state. */
export const EntryNode = memo(EntryNodeView, looksTheSame)

function EntryNodeView({ data, selected }: NodeProps<EntryFlowNode>) {
  const { node, activity, renaming } = data
  return (
    <div
      className="node"
      data-kind={node.kind}
      data-state={activity?.state ?? 'idle'}
      data-selected={selected}
      data-stale={node.stale}
    >
      <Handle type="target" position={Position.Left} className="node-handle" />
      <span className="node-glyph">
        <KindGlyph kind={node.kind} />
      </span>
      {renaming ? (
        <RenameField name={node.id} onDone={data.onRename} />
      ) : (
        <span className="node-name" title={node.id}>
          {node.id}
        </span>
      )}
      <span className="node-mark">
        <Mark node={node} activity={activity} />
      </span>
      <span className="node-about">
        <About node={node} activity={activity} />
        {node.mocked === true ? (
          <span className="node-mocked" title="A mock of the network answers; the tool is not called.">
            mock
          </span>
        ) : null}
      </span>
      <Handle type="source" position={Position.Right} className="node-handle" isConnectable={canCall(node.kind)} />
    </div>
  )
}

const canCall = (kind: NodeKind) => kind === 'front man' || kind === 'agent'

// Live events redraw the graph often; a node whose own facts are the same keeps its elements.
function looksTheSame(before: NodeProps<EntryFlowNode>, after: NodeProps<EntryFlowNode>): boolean {
  const [a, b] = [before.data, after.data]
  return (
    before.selected === after.selected && a.node === b.node && a.activity === b.activity && a.renaming === b.renaming
  )
}

function Mark({ node, activity }: Pick<EntryNodeData, 'node' | 'activity'>) {
  if (activity !== undefined) return <StateGlyph state={activity.state} />
  if (node.worst === 'error') return <OctagonX className="icon icon-s node-error" aria-hidden="true" />
  if (node.worst === 'warning') return <TriangleAlert className="icon icon-s node-warning" aria-hidden="true" />
  return null
}

function About({ node, activity }: Pick<EntryNodeData, 'node' | 'activity'>) {
  const running = activity?.state === 'running' || activity?.state === 'waiting for approval'
  const now = useNow(running)
  if (activity === undefined || activity.state === 'queued') {
    return (
      <>
        <span className="truncate">{activity === undefined ? node.about : 'queued'}</span>
        {node.reads > 0 ? <SlyCount count={node.reads} /> : null}
      </>
    )
  }
  return <span className="truncate">{wordsOf(activity, now)}</span>
}

function wordsOf(activity: EntryActivity, now: number): string {
  if (activity.state === 'running' || activity.state === 'waiting for approval') {
    const word = activity.open > 1 ? `${activity.open} running` : activity.state === 'running' ? 'running' : 'approval'
    return `${word} · ${formatElapsed(now - activity.startedAt)}`
  }
  if (activity.state === 'ok' && activity.finishedAt !== undefined)
    return formatDuration(activity.finishedAt - activity.startedAt)
  if (activity.state === 'replayed') return 'from the record'
  return activity.note ?? activity.state
}

function RenameField({ name, onDone }: { readonly name: string; onDone: EntryNodeData['onRename'] }) {
  const [value, setValue] = useState(name)
  const input = useFocusOnMount<HTMLInputElement>()
  return (
    <input
      ref={input}
      className="node-rename nodrag"
      aria-label={`New name of ${name}`}
      value={value}
      spellCheck={false}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setValue(event.target.value)}
      onBlur={() => onDone(value, true)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') onDone(value, false)
        if (event.key === 'Escape') onDone(undefined, true)
      }}
    />
  )
}
