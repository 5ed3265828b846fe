import type { RunId } from '@slyglass/base'
import type { RequestRecord, Scan, TraceSpan } from '@slyglass/run-log'
import { useMemo, useState } from 'react'
import { hostOf, useFarAddress } from '../../app/public/far.ts'
import {
  classWords,
  formatCount,
  JsonView,
  modelReads,
  outlineRequest,
  ReadKeys,
  type RequestOutline,
  readsOfRequests,
  scanClaim,
  TextView,
  useRequestText,
} from '../../app/public/run-widgets.ts'
import type { RunView } from '../../app/public/runs.ts'
import { Button, Callout, EmptyState, Segments, ToneGlyph } from '../../ui/index.ts'
import { requestsOf } from './asking-request.ts'
import { numberModels, type TraceRow } from './trace-rows.ts'

interface RequestTabProps {
  readonly view: RunView
  readonly row: TraceRow
}

/** The exact request that went to the model, what was searched in it, and what came back. */
export function RequestTab({ view, row }: RequestTabProps) {
  const requests = requestsOf(view.trace, row)
  const [chosen, setChosen] = useState<number>()
  const far = useFarAddress()
  if (requests === undefined || requests.attempts.length === 0)
    return far === undefined ? (
      <EmptyState title="No model request here">Pick a model row, or a call that a model asked for.</EmptyState>
    ) : (
      <EmptyState title="Model requests are not told">
        {hostOf(far)} makes them, and they cannot be seen from here.
      </EmptyState>
    )
  const attempt = requests.attempts[chosen ?? requests.attempts.length - 1]
  const number = numberModels(view.trace).get(requests.model.id) ?? 1
  if (attempt?.request === undefined) return null
  return (
    <>
      <section className="detail-section">
        <h3 className="detail-title">
          Model request #{number}
          {requests.asked ? <span className="text-3">the request that asked for this call</span> : null}
        </h3>
        {requests.attempts.length > 1 ? (
          <Segments
            label="Attempt"
            value={String(chosen ?? requests.attempts.length - 1)}
            options={requests.attempts.map((_, index) => ({ value: String(index), text: `Attempt ${index + 1}` }))}
            onChange={(value) => setChosen(Number(value))}
          />
        ) : null}
        <Facts request={attempt.request} attempt={attempt} model={requests.model} />
      </section>
      <ReadKeys reads={readsOfRequests(modelReads(view.ledger, view.trace), [attempt])}>
        <Body key={attempt.id} run={view.run} request={attempt.request} />
      </ReadKeys>
      <AnswerPart attempt={attempt} />
    </>
  )
}

interface FactsProps {
  readonly request: RequestRecord
  readonly attempt: TraceSpan
  readonly model: TraceSpan
}

function Facts({ request, attempt, model }: FactsProps) {
  const usage = (attempt.answer?.of === 'model' ? attempt.answer.usage : undefined) ?? model.usage
  return (
    <dl className="detail-facts">
      <dt>Bytes sent</dt>
      <dd>
        {formatCount(request.bytes)} <span className="text-3">to</span> <span className="mono">{request.url}</span>
      </dd>
      <dt>Checked</dt>
      <dd>
        <ScanWords scan={request.scan} />
      </dd>
      {usage === undefined ? null : (
        <>
          <dt>Usage</dt>
          <dd>
            {formatCount(usage.promptTokens)} in · {formatCount(usage.completionTokens)} out
          </dd>
        </>
      )}
    </dl>
  )
}

function ScanWords({ scan }: { readonly scan: Scan }) {
  const {
    occurrences,
    nothing = occurrences,
    of,
    tone,
  } = scanClaim(scan.classes, scan.hits.filter(({ strength }) => strength !== 'public').length)
  return (
    <>
      <span className="state" data-tone={tone}>
        <ToneGlyph tone={tone} className="icon icon-s" />
        {nothing} {of.startsWith('of ') ? '' : '· '}
        {of}
      </span>
      <p className="text-3">{classWords(scan.classes)}</p>
      {scan.hits.map((hit) => (
        <p key={`${hit.key} ${hit.offset}`} className="detail-hit">
          <span className="mono">{hit.key}</span> as {hit.form}, byte {formatCount(hit.offset)}
          {hit.strength === 'strong' ? '' : ` (${hit.strength})`}
        </p>
      ))}
    </>
  )
}

type BodyView = 'messages' | 'raw' | 'tools'

function Body({ run, request }: { readonly run: RunId; readonly request: RequestRecord }) {
  const body = useRequestText(run, request)
  const [view, setView] = useState<BodyView>('messages')
  const outline = useMemo(() => (body.state === 'ready' ? outlineRequest(body.text) : undefined), [body])
  if (body.state === 'reading') return <p className="detail-section text-3">Reading the request…</p>
  if (body.state === 'failed')
    return (
      <div className="detail-section">
        <Callout tone="fail" title="The request could not be read">
          {body.failure.message}
        </Callout>
      </div>
    )
  const shown = outline === undefined ? 'raw' : view
  const options: readonly { value: BodyView; text: string }[] =
    outline === undefined
      ? [{ value: 'raw', text: 'Raw' }]
      : [
          { value: 'messages', text: `Messages ${outline.messages.length}` },
          { value: 'raw', text: 'Raw' },
          { value: 'tools', text: `Tools ${outline.tools.length}` },
        ]
  return (
    <section className="detail-section">
      <div className="detail-result">
        <Segments<BodyView> label="Request view" value={shown} options={options} onChange={setView} />
        <span className="spacer" />
        <Button small look="quiet" onClick={() => void navigator.clipboard.writeText(body.text)}>
          Copy
        </Button>
      </div>
      {shown === 'raw' || outline === undefined ? <TextView text={body.text} /> : null}
      {shown === 'messages' && outline !== undefined ? <Messages outline={outline} /> : null}
      {shown === 'tools' && outline !== undefined
        ? outline.tools.map((tool) => (
            <div key={tool.name} className="detail-call">
              <span className="mono">{tool.name}</span>
              <JsonView text={tool.schema} />
            </div>
          ))
        : null}
    </section>
  )
}

function Messages({ outline }: { readonly outline: RequestOutline }) {
  return (
    <ol className="detail-messages" aria-label="Messages of the request">
      {outline.messages.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages of a recorded request never move
        <li key={index}>
          <span className="eyebrow">{message.role}</span>
          {message.text === '' && message.calls.length > 0 ? null : <TextView text={message.text} />}
          {message.calls.map((call, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: calls of a recorded message never move
            <div key={at} className="detail-call">
              <span className="mono">{call.tool}</span>
              <JsonView text={call.args === '' ? '{}' : call.args} />
            </div>
          ))}
        </li>
      ))}
      <li>
        <span className="eyebrow">the rest of the body</span>
        <JsonView text={outline.rest} />
      </li>
    </ol>
  )
}

function AnswerPart({ attempt }: { readonly attempt: TraceSpan }) {
  const answer = attempt.answer?.of === 'model' ? attempt.answer : undefined
  if (answer === undefined) return null
  return (
    <section className="detail-section">
      <h3 className="eyebrow">
        Answer <span className="tag">{answer.finishReason}</span>
      </h3>
      {answer.text === '' ? null : <TextView text={answer.text} />}
      <Folded title="Reasoning" text={answer.reasoning} />
      <Folded title="Raw text" text={answer.raw} />
      {answer.calls.map((call) => (
        <div key={call.id} className="detail-call">
          <span className="mono">
            {call.tool} <span className="text-3">{call.id}</span>
          </span>
          <JsonView text={call.args === '' ? '{}' : call.args} />
        </div>
      ))}
    </section>
  )
}

/** What was folded away from an answer. */
function Folded({ title, text }: { readonly title: string; readonly text: string | undefined }) {
  if (text === undefined) return null
  return (
    <details>
      <summary>{title}</summary>
      <TextView text={text} />
    </details>
  )
}
