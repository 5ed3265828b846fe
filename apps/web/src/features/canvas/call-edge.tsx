import type { SpanState } from '@slyglass/run-log'
import { BaseEdge, type Edge, type EdgeProps, getSmoothStepPath } from '@xyflow/react'
import { memo } from 'react'

export type CallFlowEdge = Edge<
  {
    readonly state?: SpanState | undefined
    readonly broken: boolean
    readonly hot: boolean
    /** From the caller to the trunk that all its edges share. */
    readonly trunk: number
  },
  'call'
>

const STUB = 8

/** Who may call what: right angles, one trunk for each caller. While a call runs a dot travels along. */
export const CallEdge = memo(function CallEdge(edge: EdgeProps<CallFlowEdge>) {
  const { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition, data } = edge
  const trunk = data?.trunk ?? STUB
  const forward = targetX - sourceX > trunk + STUB
  const [path] = getSmoothStepPath({
    sourceX,
    sourceY,
    targetX,
    targetY,
    sourcePosition,
    targetPosition,
    borderRadius: 6,
    offset: STUB,
    ...(forward ? { centerX: sourceX + trunk } : {}),
  })
  const look = lookOf(edge.selected === true || data?.hot === true, data?.broken === true, data?.state)
  return (
    <g className="call-edge" data-look={look}>
      <BaseEdge path={path} interactionWidth={14} />
      <circle className="call-edge-tip" cx={targetX - 1} cy={targetY} r={3.4} />
      {look === 'running' ? (
        <circle className="call-edge-packet" r={3}>
          <animateMotion dur="1.1s" repeatCount="indefinite" path={path} />
        </circle>
      ) : null}
    </g>
  )
})

function lookOf(hot: boolean, broken: boolean, state: SpanState | undefined): string {
  if (hot) return 'hot'
  if (broken) return 'broken'
  if (state === undefined || state === 'queued') return 'idle'
  if (state === 'running') return 'running'
  if (state === 'waiting for approval') return 'waiting'
  if (state === 'failed' || state === 'denied') return 'failed'
  return state === 'cancelled' ? 'idle' : 'used'
}
