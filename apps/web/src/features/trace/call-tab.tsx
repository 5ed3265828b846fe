import type { Trace, TraceSpan } from '@slyglass/run-log'
import type { ReactNode } from 'react'
import { useFarAddress } from '../../app/public/far.ts'
import { BothSides, callSides, formatDuration, JsonView, MaskedText, TextView } from '../../app/public/run-widgets.ts'
import type { RunView } from '../../app/public/runs.ts'
import { Callout, StateLabel, ToneGlyph } from '../../ui/index.ts'
import { inputOf } from './inputs.ts'
import { ResultViews } from './result-views.tsx'
import { attemptsOf, type TraceRow } from './trace-rows.ts'

interface CallTabProps {
  readonly view: RunView
  readonly row: TraceRow
}

/** What went in, what came out, what was tried, and who saw what. */
export function CallTab({ view, row }: CallTabProps) {
  const [span] = row.spans
  const far = useFarAddress() !== undefined
  if (span === undefined) return null
  const failure = row.spans.find((own) => own.failure !== undefined)?.failure
  const sides = callSides(view.trace, view.ledger, span.id)
  const attempts = attemptsOf(row)
  return (
    <>
      {failure === undefined ? null : (
        <div className="detail-section">
          <Callout tone={span.state === 'cancelled' ? 'plain' : 'fail'} title={<MaskedText text={failure.message} />}>
            <span className="mono">{failure.code}</span>
            {failure.detail === undefined ? null : <TextView text={failure.detail} />}
          </Callout>
        </div>
      )}
      <Input view={view} row={row} />
      <Output row={row} />
      {attempts.length > 1 ? <Attempts attempts={attempts} total={attempts.length} /> : null}
      <ToolOutput attempts={attempts} />
      <Marks trace={view.trace} row={row} />
      {sides === undefined || far ? null : <BothSides sides={sides} session={view.started?.session} />}
    </>
  )
}

function Section({
  title,
  tag,
  children,
}: {
  readonly title: string
  readonly tag?: string
  readonly children: ReactNode
}) {
  return (
    <section className="detail-section">
      <h3 className="eyebrow">
        {title}
        {tag === undefined ? null : <span className="tag">{tag}</span>}
      </h3>
      {children}
    </section>
  )
}

function Input({ view, row }: CallTabProps) {
  const input = inputOf(view, row, useFarAddress() !== undefined)
  if (input === undefined) return null
  return (
    <Section title={input.title} {...(input.tag === undefined ? {} : { tag: input.tag })}>
      {input.json ? <JsonView text={input.text} /> : <TextView text={input.text} />}
    </Section>
  )
}

function Output({ row }: { readonly row: TraceRow }) {
  const [span] = row.spans
  if (span === undefined) return null
  if (row.kind === 'tool')
    return span.text === undefined && span.result === undefined ? null : (
      <ResultViews text={span.text ?? ''} {...(span.result === undefined ? {} : { result: span.result })} />
    )
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

function Attempts({ attempts, total }: { readonly attempts: readonly TraceSpan[]; readonly total: number }) {
  return (
    <Section title="Attempts">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Attempt</th>
            <th scope="col">Outcome</th>
            <th scope="col">Took</th>
            <th scope="col">Detail</th>
          </tr>
        </thead>
        <tbody>
          {attempts.map((attempt, index) => (
            <tr key={attempt.id}>
              <td>
                {attempt.attempt?.number ?? index + 1} of {total}
              </td>
              <td>
                <StateLabel state={attempt.state} />
              </td>
              <td>{attempt.finishedAt === undefined ? '' : formatDuration(attempt.finishedAt - attempt.startedAt)}</td>
              <td>
                <MaskedText text={attempt.failure?.message ?? (attempt.abandoned ? 'abandoned by its host' : '')} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

function ToolOutput({ attempts }: { readonly attempts: readonly TraceSpan[] }) {
  const printed = attempts.filter(({ attempt, text }) => attempt?.of === 'tool' && text !== undefined && text !== '')
  if (printed.length === 0) return null
  return (
    <Section title="Output">
      {printed.map((attempt) => (
        <TextView key={attempt.id} text={attempt.text ?? ''} />
      ))}
    </Section>
  )
}

function Marks({ trace, row }: { readonly trace: Trace; readonly row: TraceRow }) {
  const own = new Set(row.spans.map(({ id }) => id))
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
