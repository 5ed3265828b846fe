import type { SpanId } from '@slyglass/base'
import { type BatchLanes, type Lane, lanesOf, type Stretch, type Trace } from '@slyglass/run-log'
import type { CSSProperties } from 'react'
import { formatDuration, MaskedLine, spokenLine, summariseArgs, useNow } from '../../app/public/run-widgets.ts'
import { StateLabel } from '../../ui/index.ts'
import { buysNothing, laneWords, orderWords } from './lane-words.ts'
import { Section } from './section.tsx'
import './lanes.css'

/** The calls of one answer side by side: checks, the time of a person, work; the ceiling; both orders. */
export function Lanes({ trace, call, live }: { readonly trace: Trace; readonly call: SpanId; readonly live: boolean }) {
  const lanes = lanesOf(trace, call)
  const now = useNow(live && lanes !== undefined && lanes.to === undefined)
  if (lanes === undefined) return null
  const { batch } = lanes
  const mode = batch.mode === 'parallel' ? 'at the same time' : 'one after the other'
  return (
    <Section title={`Batch of ${batch.size}, ${mode}`}>
      <ol className="lanes" aria-label="Lanes">
        {lanes.lanes.map((lane) => (
          <LaneRow
            key={lane.call}
            lane={lane}
            args={isRepeated(lane, lanes.lanes) ? summariseArgs(trace.spans.get(lane.call)?.args ?? '') : ''}
            lanes={lanes}
            now={now}
            own={lane.call === call}
          />
        ))}
      </ol>
      <Legend lanes={lanes} now={now} />
      {buysNothing(lanes) ? (
        <p className="text-2">Each of these calls took less than 5 ms: running them together buys nothing.</p>
      ) : null}
      <dl className="detail-facts">
        <dt>Completed</dt>
        <dd>{orderWords(lanes.lanes, 'completed')}</dd>
        <dt>Committed</dt>
        <dd>{orderWords(lanes.lanes, 'committed')}</dd>
        {batch.ruled === true ? (
          <>
            <dt>Ceiling</dt>
            <dd>{formatDuration(batch.ceilingMs)} from the first call that runs</dd>
          </>
        ) : null}
      </dl>
    </Section>
  )
}

const isRepeated = ({ tool }: Lane, all: readonly Lane[]) => all.filter((lane) => lane.tool === tool).length > 1

interface LaneRowProps {
  readonly lane: Lane
  /** What tells it from another call of its tool; empty where there is none. */
  readonly args: string
  readonly lanes: BatchLanes
  readonly now: number
  readonly own: boolean
}

function LaneRow({ lane, args, lanes, now, own }: LaneRowProps) {
  const { from } = lanes
  const to = endOf(lanes, now)
  const place = (stretch: Stretch | undefined) => {
    if (stretch === undefined) return undefined
    const left = ((stretch.from - from) / (to - from)) * 100
    const right = (((stretch.to ?? to) - from) / (to - from)) * 100
    return { left: `${left}%`, width: `max(2px, ${Math.max(0, right - left)}%)` } satisfies CSSProperties
  }
  const ceiling = lanes.ceilingAt !== undefined && lanes.ceilingAt <= to ? lanes.ceilingAt : undefined
  return (
    <li
      className="lane-row"
      data-own={own}
      data-args={args !== ''}
      aria-label={laneWords(lane)}
      {...(args === '' ? {} : { 'aria-description': spokenLine(args) })}
    >
      <span className="lane-name truncate" title={args}>
        {lane.tool}{' '}
        <span className="text-3">
          <MaskedLine text={args} />
        </span>
      </span>
      <span className="lane-track" aria-hidden="true">
        <i data-stage="checked" style={place(lane.checked)} />
        {lane.waited === undefined ? null : <i data-stage="waited" style={place(lane.waited)} />}
        {lane.ran === undefined ? null : <i data-stage="ran" data-state={lane.state} style={place(lane.ran)} />}
        {lane.committedAt === undefined ? null : (
          <i
            data-stage="committed"
            style={{ left: `calc(${((lane.committedAt - from) / (to - from)) * 100}% - 2px)` }}
          />
        )}
        {ceiling === undefined ? null : <b style={{ left: `${((ceiling - from) / (to - from)) * 100}%` }} />}
      </span>
      <StateLabel state={lane.state} />
    </li>
  )
}

/** The end of the axis: of the batch, or of what is known; a ceiling that is near is shown too. */
function endOf({ from, to, ceilingAt }: BatchLanes, now: number): number {
  const end = Math.max(to ?? now, from + 1)
  return ceilingAt !== undefined && ceilingAt > end && ceilingAt - from < (end - from) * 1.5 ? ceilingAt : end
}

function Legend({ lanes, now }: { readonly lanes: BatchLanes; readonly now: number }) {
  const waited = lanes.lanes.some((lane) => lane.waited !== undefined)
  const shown = lanes.ceilingAt !== undefined && lanes.ceilingAt <= endOf(lanes, now)
  return (
    <p className="lane-legend text-3">
      <i data-stage="checked" aria-hidden="true" /> 1 checked
      {waited ? (
        <>
          <i data-stage="waited" aria-hidden="true" /> waited for you
        </>
      ) : null}
      <i data-stage="ran" aria-hidden="true" /> 2 ran
      <i data-stage="committed" aria-hidden="true" /> 3 committed, in call order
      {shown ? (
        <>
          <b aria-hidden="true" /> ceiling
        </>
      ) : null}
    </p>
  )
}
