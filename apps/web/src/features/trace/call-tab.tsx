import type { Trace, TraceSpan } from '@slyglass/run-log'
import { Suspense } from 'react'
import { CallMedia, mediaOf } from '../../app/public/call-media.ts'
import { CodeCell, isCodeCall } from '../../app/public/code-cell.ts'
import { useFarAddress } from '../../app/public/far.ts'
import {
  BothSides,
  callSides,
  JsonView,
  MaskedText,
  ModelReadLines,
  NoKeysRead,
  ResultViews,
  TextView,
  wholeResult,
} from '../../app/public/run-widgets.ts'
import { isRunning, type RunView } from '../../app/public/runs.ts'
import { Callout, ToneGlyph } from '../../ui/index.ts'
import { isArgumentFailure } from './argument-faults.ts'
import { AttemptsTable } from './attempts-table.tsx'
import { ApprovalDetail, Decisions, HookDetail } from './decisions.tsx'
import { FailureFields } from './failure-fields.tsx'
import { inputOf } from './inputs.ts'
import { Lanes } from './lanes.tsx'
import { markedArguments } from './marked-arguments.tsx'
import { OfferedTools } from './offered-tools.tsx'
import { Section } from './section.tsx'
import { attemptsOf, type TraceRow } from './trace-rows.ts'
import { WhereItRan } from './where-it-ran.tsx'

interface CallTabProps {
  readonly view: RunView
  readonly row: TraceRow
}

/** What went in, what came out, who decided, what was tried, and who saw what. */
export function CallTab({ view, row }: CallTabProps) {
  const [span] = row.spans
  const far = useFarAddress() !== undefined
  const { trace } = view
  const live = isRunning(view)
  if (span === undefined) return null
  if (row.kind === 'batch') return <Lanes trace={trace} call={span.id} live={live} />
  const failure = row.spans.find((own) => own.failure !== undefined)?.failure
  const sides = row.kind === 'tool' ? callSides(trace, view.ledger, span.id, view.started) : undefined
  const attempts = attemptsOf(row)
  const toolTries = attempts.filter(({ attempt }) => attempt?.of === 'tool')
  return (
    <>
      {sides === undefined ? null : (
        <ModelReadLines run={view.run} call={span.id} tool={span.name} reads={sides.modelReads} />
      )}
      {failure === undefined ? null : (
        <div className="detail-section">
          <Callout tone={span.state === 'cancelled' ? 'plain' : 'fail'} title={<MaskedText text={failure.message} />}>
            <span className="mono">{failure.code}</span>
            {failure.detail === undefined || isArgumentFailure(failure) ? null : <TextView text={failure.detail} />}
          </Callout>
        </div>
      )}
      <OfferedTools trace={trace} span={span} />
      <Input view={view} row={row} />
      <Output row={row} />
      <Media view={view} attempts={toolTries} />
      {failure === undefined || row.kind !== 'tool' ? null : (
        <FailureFields
          failure={failure}
          attempts={toolTries.length}
          {...(span.text === undefined ? {} : { told: span.text })}
        />
      )}
      {attempts.length > 1 ? <AttemptsTable attempts={attempts} open={live && span.finishedAt === undefined} /> : null}
      {row.kind === 'tool' ? <Decisions trace={trace} call={span} /> : null}
      {span.hook === undefined ? null : <HookDetail trace={trace} span={span} />}
      {span.approval === undefined ? null : <ApprovalDetail span={span} />}
      <ToolOutput attempts={attempts} />
      <Marks trace={trace} row={row} />
      {row.kind === 'tool' ? <Lanes trace={trace} call={span.id} live={live} /> : null}
      <WhereItRan attempts={toolTries} />
      {sides === undefined || far ? null : <BothSides sides={sides} session={view.started?.session} />}
    </>
  )
}

function Input({ view, row }: CallTabProps) {
  const input = inputOf(view, row, useFarAddress() !== undefined)
  const [span] = row.spans
  if (input === undefined) return null
  if (isCodeCall(span?.name ?? '', input.text))
    return (
      <div className="detail-section">
        <Suspense>
          <CodeCell args={input.text} attempts={attemptsOf(row)} />
        </Suspense>
      </div>
    )
  const marked = input.json ? markedArguments(input.text, span?.failure) : undefined
  return (
    <Section title={input.title} {...(input.tag === undefined ? {} : { tag: input.tag })}>
      {marked ?? (input.json ? <JsonView text={input.text} /> : <TextView text={input.text} />)}
    </Section>
  )
}

function Output({ row }: { readonly row: TraceRow }) {
  const [span] = row.spans
  if (span === undefined || row.kind === 'validation') return null
  if (row.kind === 'tool') {
    const whole = wholeResult(attemptsOf(row), span)
    return span.text === undefined && span.result === undefined ? null : (
      <ResultViews text={span.text ?? ''} {...whole} />
    )
  }
  const words = row.spans.find((own) => own.text !== undefined && own.text !== '')?.text
  return (
    <>
      {words === undefined || words === '' ? null : (
        <Section title="Answer">
          <TextView text={words} />
        </Section>
      )}
      {(span.calls?.length ?? 0) > 0 ? (
        <Section title="Asked for">
          {span.calls?.map((call) => (
            <div key={call.id} className="detail-call">
              <span className="mono">{call.tool}</span>
              <JsonView text={call.args === '' ? '{}' : call.args} />
            </div>
          ))}
        </Section>
      ) : null}
    </>
  )
}

function Media({ view, attempts }: { readonly view: RunView; readonly attempts: readonly TraceSpan[] }) {
  const media = mediaOf(attempts)
  if (media.length === 0) return null
  return (
    <Section title="Attached">
      <Suspense>
        <CallMedia run={view.run} media={media} />
      </Suspense>
    </Section>
  )
}

function ToolOutput({ attempts }: { readonly attempts: readonly TraceSpan[] }) {
  const printed = attempts.filter(({ attempt, text }) => attempt?.of === 'tool' && text !== undefined && text !== '')
  if (printed.length === 0) return null
  return (
    <Section title="Output">
      {printed.map((attempt) => (
        <NoKeysRead key={attempt.id}>
          <TextView text={attempt.text ?? ''} />
        </NoKeysRead>
      ))}
    </Section>
  )
}

function Marks({ trace, row }: { readonly trace: Trace; readonly row: TraceRow }) {
  // What a call is warned of belongs to one of its attempts, which may have rows of their own.
  const attempts = row.kind === 'tool' ? attemptsOf(row) : []
  const own = new Set([...row.spans, ...attempts].map(({ id }) => id))
  const marks = trace.marks.filter((mark) => own.has(mark.span))
  if (marks.length === 0) return null
  return (
    <Section title="Noted">
      <ul className="detail-marks">
        {marks.map((mark) => {
          const tone = { plain: 'plain', warning: 'wait', error: 'fail' } as const
          return (
            <li key={mark.seq} data-tone={tone[mark.tone]}>
              <ToneGlyph tone={tone[mark.tone]} className="icon icon-s" />
              <span>
                <MaskedText text={mark.text} />
              </span>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
