import type { RunId } from '@slyglass/base'
import type { CalledAlone, CalledTool } from '@slyglass/run-log'
import { useState } from 'react'
import { decide } from '../../../app/public/approvals.ts'
import { ENCLOSURES } from '../../../app/public/enclosures.ts'
import {
  badgesOf,
  formatDuration,
  MaskedText,
  ResultViews,
  showSpan,
  TextView,
} from '../../../app/public/run-widgets.ts'
import { Button, Callout, LinkButton, SlyChip, StateLabel } from '../../../ui/index.ts'
import { formatMs, timesOf } from './times.ts'

interface ToolOutcomeProps {
  readonly run: RunId
  readonly called: CalledAlone & { readonly running: boolean }
}

/** How the calls went: the last one whole, several with their times. */
export function ToolOutcome({ run, called }: ToolOutcomeProps) {
  const { calls, failure, waiting, running } = called
  const last = calls.findLast(({ outcome }) => outcome !== undefined) ?? calls.at(-1)
  return (
    <>
      {waiting === undefined ? null : <Question run={run} waiting={waiting} />}
      {calls.length === 0 && failure !== undefined ? (
        <div className="section">
          <Callout tone="fail" title={<MaskedText text={failure.message} />} />
        </div>
      ) : null}
      {last === undefined ? null : <LastCall run={run} call={last} running={running} />}
      {calls.length > 1 ? <TimesTable calls={calls} /> : null}
    </>
  )
}

function LastCall({
  run,
  call,
  running,
}: {
  readonly run: RunId
  readonly call: CalledTool
  readonly running: boolean
}) {
  const told = [...new Set([...call.text.matchAll(/⟨sly:([^⟩]+)⟩/g)].map(([, key]) => key ?? ''))]
  const output = call.output.map(({ text }) => text).join('')
  const state = call.outcome ?? (running ? 'running' : 'cancelled')
  return (
    <>
      <section className="section" aria-label="Result">
        <div className="tool-run-end">
          <StateLabel state={state} />
          {call.ms === undefined ? null : <span className="text-2">{formatDuration(call.ms)}</span>}
          {badgesOf({ ...call, code: call.failure?.code }).map((badge) => (
            <span key={badge.text} className="tag" title={badge.why}>
              {badge.text}
            </span>
          ))}
          <span className="spacer" />
          <LinkButton onClick={() => showSpan(run, call.span, 'trace')}>Show in trace</LinkButton>
        </div>
        {call.failure === undefined ? null : (
          <Callout tone="fail" title={<MaskedText text={call.failure.message} />}>
            <span className="mono">{call.failure.code}</span>
          </Callout>
        )}
        <Changed call={call} />
      </section>
      {call.outcome === undefined ? null : (
        <ResultViews text={call.text} {...(call.value === undefined ? {} : { result: call.value })} />
      )}
      {told.length === 0 ? null : (
        <div className="section">
          <Callout
            tone="sly"
            title={`${told.length} private ${told.length === 1 ? 'value' : 'values'} in what the model reads`}
          >
            The text carries {told.join(', ')}. Each is shown by its mark here; in a run it would be found in the
            request.
          </Callout>
        </div>
      )}
      {output === '' && call.progress.length === 0 ? null : (
        <section className="section" aria-label="Output">
          <h3 className="eyebrow">Output</h3>
          {call.progress.length === 0 ? null : <TextView text={call.progress.map(({ text }) => text).join('\n')} />}
          {output === '' ? null : <TextView text={output} />}
        </section>
      )}
      {call.notes.map((note) => (
        <p key={note} className="section text-2">
          <MaskedText text={note} />
        </p>
      ))}
    </>
  )
}

function Changed({ call: { changed, removed, ran } }: { readonly call: CalledTool }) {
  return (
    <>
      {changed.length === 0 ? null : (
        <p className="chips">
          It wrote <Chips keys={changed} />
        </p>
      )}
      {removed.length === 0 ? null : (
        <p className="chips">
          It took away <Chips keys={removed} />
        </p>
      )}
      {ran?.isolation === undefined ? null : (
        <p className="text-3">
          Enclosure: {ENCLOSURES[ran.isolation].name}
          {ran.offline === true ? ', without network' : ''}.
        </p>
      )}
    </>
  )
}

function Chips({ keys }: { readonly keys: readonly string[] }) {
  return keys.map((key) => <SlyChip key={key} name={key} masked={false} />)
}

function Question({ run, waiting }: { readonly run: RunId; readonly waiting: NonNullable<CalledAlone['waiting']> }) {
  const [fault, setFault] = useState<string>()
  const answer = async (decision: 'approve' | 'reject') => {
    const reply = await decide(run, waiting, { decision })
    if (!reply.ok) setFault(reply.error.message)
  }
  return (
    <div className="section">
      <Callout
        tone="wait"
        title={`Allow ${waiting.tool}?`}
        actions={
          <>
            <Button look="ink" small onClick={() => void answer('approve')}>
              Approve
            </Button>
            <Button small onClick={() => void answer('reject')}>
              Reject
            </Button>
          </>
        }
      >
        Its network asks a person before this tool runs. {fault}
      </Callout>
    </div>
  )
}

function TimesTable({ calls }: { readonly calls: readonly CalledTool[] }) {
  const times = timesOf(calls.flatMap(({ ms }) => (ms === undefined ? [] : [ms])))
  const failures = calls.filter(({ outcome }) => outcome !== undefined && outcome !== 'ok').length
  if (times === undefined) return null
  const facts = [
    ['Calls', String(times.count)],
    ['Average', formatMs(times.averageMs)],
    ['p50', formatMs(times.p50Ms)],
    ['p95', formatMs(times.p95Ms)],
    ['Failed', String(failures)],
  ] as const
  return (
    <section className="section" aria-label="Times">
      <dl className="facts">
        {facts.map(([name, text]) => (
          <div key={name} className="facts-row">
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
