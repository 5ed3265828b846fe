// What stands around the entries: the client, the boundary's frame, and the gates in it.
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { Lock, UserRound } from 'lucide-react'
import { MaskGlyph } from '../../ui/index.ts'
import type { Gate } from './graph.ts'

export type FrameFlowNode = Node<{ readonly label: string; readonly width: number; readonly height: number }, 'frame'>
export type ClientFlowNode = Node<Record<string, never>, 'client'>
export type GateFlowNode = Node<{ readonly gate: Gate; readonly crossed?: number | undefined; onOpen(): void }, 'gate'>

/** The boundary: private values stay inside. */
export function FrameNode({ data }: NodeProps<FrameFlowNode>) {
  return (
    <div className="frame" style={{ width: data.width, height: data.height }}>
      <span>{data.label}</span>
    </div>
  )
}

export function ClientNode() {
  return (
    <div className="client">
      <span className="client-disc">
        <UserRound className="icon icon-s" />
      </span>
      client
      <Handle type="source" position={Position.Right} className="node-handle client-handle" />
    </div>
  )
}

/** How many of the network's private values may cross here; while and after a run, how many did. */
export function GateNode({ data }: NodeProps<GateFlowNode>) {
  const { gate, crossed } = data
  const peer = gate.peer === 'client' ? 'the client' : gate.peer
  const passed = crossed === undefined ? '' : `; ${crossed} crossed in this run`
  return (
    <button
      type="button"
      className="gate"
      data-shut={gate.may === 0}
      data-crossed={crossed !== undefined && crossed > 0}
      aria-label={`Boundary to ${peer}: ${gate.may} of ${gate.all} private values may cross${passed}`}
      title={`${gate.words}${passed}`}
      onClick={data.onOpen}
    >
      {gate.may === 0 ? <Lock className="icon icon-xs" /> : <MaskGlyph className="icon icon-xs" />}
      {gate.may}/{gate.all}
    </button>
  )
}
