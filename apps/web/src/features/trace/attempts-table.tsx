import type { TraceSpan } from '@slyglass/run-log'
import { formatDuration, MaskedText } from '../../app/public/run-widgets.ts'
import { StateLabel } from '../../ui/index.ts'
import { type AttemptStep, attemptSteps } from './call-steps.ts'
import { Section } from './section.tsx'

interface AttemptsProps {
  readonly attempts: readonly TraceSpan[]
  /** The call still goes on, so a failed last attempt may be followed by another. */
  readonly open: boolean
}

/** The tries of a call with the pauses between them, and why each ended as it did. */
export function AttemptsTable({ attempts, open }: AttemptsProps) {
  const steps = attemptSteps(attempts)
  const last = attempts.at(-1)
  return (
    <Section title="Attempts">
      <table className="table detail-attempts">
        <thead>
          <tr>
            <th scope="col">Attempt</th>
            <th scope="col">Outcome</th>
            <th scope="col">Took</th>
            <th scope="col">Detail</th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step) =>
            step.kind === 'pause' ? (
              <tr key={step.id} className="text-3">
                <td>back-off</td>
                <td />
                <td>{formatDuration(step.ms)}</td>
                <td>waited before the next attempt</td>
              </tr>
            ) : (
              <AttemptRow key={step.span.id} step={step} of={attempts.length} />
            ),
          )}
        </tbody>
      </table>
      {open && last?.state === 'failed' ? <p className="text-2">It may be tried again.</p> : null}
    </Section>
  )
}

function AttemptRow({ step, of }: { readonly step: Extract<AttemptStep, { kind: 'attempt' }>; readonly of: number }) {
  const { span, number, words } = step
  return (
    <tr>
      <td>
        {number} of {of}
      </td>
      <td>
        <StateLabel state={span.state} />
      </td>
      <td>{span.finishedAt === undefined ? '' : formatDuration(span.finishedAt - span.startedAt)}</td>
      <td>
        <MaskedText text={[...words, span.failure?.message ?? ''].filter((text) => text !== '').join(' · ')} />
      </td>
    </tr>
  )
}
