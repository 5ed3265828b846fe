import { isJsonList, isJsonObject, parseJson, type RunId } from '@slyglass/base'
import type { TranscriptCall } from '@slyglass/run-log'
import { Suspense } from 'react'
import { CodeCell, isCodeCall } from '../../app/public/code-cell.ts'
import { useFarAddress } from '../../app/public/far.ts'
import { JsonView, MaskedText, NoKeysRead, showSpan, TextView, triesOf } from '../../app/public/run-widgets.ts'
import { useRuns } from '../../app/public/runs.ts'
import { Callout, LinkButton } from '../../ui/index.ts'
import { AgentText } from './agent-text.tsx'
import { changedArgs, tailOf } from './call-summary.ts'

const OUTPUT_LINES = 8

interface CallDetailsProps {
  readonly run: RunId
  readonly call: TranscriptCall
  readonly live: boolean
}

/** Arguments, output and result of one call. */
export function CallDetails({ run, call, live }: CallDetailsProps) {
  const args = changedArgs(call) ?? call.args
  return (
    <div className="call-details">
      {isCodeCall(call.tool, args) ? <Code run={run} call={call} args={args} /> : <Asked call={call} args={args} />}
      {call.failure === undefined ? <Outcome call={call} live={live} /> : <CallFailure call={call} />}
      <div>
        <LinkButton onClick={() => showSpan(run, call.span, 'trace')}>Show in trace</LinkButton>
      </div>
    </div>
  )
}

interface AskedProps {
  readonly call: TranscriptCall
  /** Those that it ran with. */
  readonly args: string
}

function Asked({ call, args }: AskedProps) {
  return (
    <>
      <h4 className="eyebrow">
        Arguments
        {changedArgs(call) === undefined ? null : <span className="text-3">changed by a person</span>}
      </h4>
      <Arguments args={args} />
      <AskedByModel call={call} />
      {call.output === '' ? null : <Output text={call.output} />}
    </>
  )
}

/** The model's own arguments, where a person put others in their place. */
function AskedByModel({ call }: { readonly call: TranscriptCall }) {
  if (changedArgs(call) === undefined) return null
  return (
    <details className="chat-detail">
      <summary>What the model asked for</summary>
      <JsonView text={call.args === '' ? '{}' : call.args} />
    </details>
  )
}

function Code({ run, call, args }: AskedProps & { readonly run: RunId }) {
  const trace = useRuns((state) => state.views.get(run)?.trace)
  const attempts = trace === undefined ? [] : triesOf(trace, call.span)
  // While it runs, and where it failed, what it printed is not in the result.
  const isShown = call.finishedAt === undefined || call.failure !== undefined
  return (
    <>
      <Suspense>
        <CodeCell args={args} attempts={attempts} {...(isShown && { output: call.output })} />
      </Suspense>
      <AskedByModel call={call} />
    </>
  )
}

function Arguments({ args }: { readonly args: string }) {
  const far = useFarAddress()
  if (args === '' && far !== undefined) return <p className="text-3">Not told by the server.</p>
  return <JsonView text={args === '' ? '{}' : args} />
}

function Outcome({ call, live }: { readonly call: TranscriptCall; readonly live: boolean }) {
  if (call.finishedAt === undefined)
    return live ? null : <p className="text-3">No result: the run ended while this call was open.</p>
  if (call.state === 'cancelled' && call.result === undefined && (call.text ?? '') === '')
    return <p className="text-3">No result: the call was cancelled.</p>
  return (
    <>
      <h4 className="eyebrow">Result</h4>
      {call.kind === 'agent' && call.text !== undefined ? (
        <AgentText text={call.text} streaming={false} />
      ) : call.result !== undefined ? (
        <JsonView text={call.result} />
      ) : (
        <TextView text={call.text ?? ''} />
      )}
      {isPythonForm(call) ? <PythonForm text={call.text ?? ''} /> : null}
    </>
  )
}

/** A structured result whose text is no JSON is what Python prints. */
function isPythonForm({ kind, result, text }: TranscriptCall): boolean {
  if (kind === 'agent' || result === undefined || text === undefined) return false
  const read = parseJson(result)
  const isStructured = read.ok && (isJsonObject(read.value) || isJsonList(read.value))
  return isStructured && !parseJson(text).ok
}

function PythonForm({ text }: { readonly text: string }) {
  return (
    <p className="call-told text-3">
      The model reads what Python prints: <MaskedText text={text} /> With{' '}
      <code>studio {'{ tool_results = json }'}</code> in the network it reads JSON.
    </p>
  )
}

function CallFailure({ call }: { readonly call: TranscriptCall }) {
  const { failure } = call
  if (failure === undefined) return null
  const tone = call.state === 'cancelled' ? 'plain' : 'fail'
  return (
    <Callout tone={tone} title={<MaskedText text={failure.message} />}>
      {call.text === undefined || call.text === '' || call.text === failure.message ? null : (
        <p className="call-told">
          A model reads: <MaskedText text={call.text} />
        </p>
      )}
      {failure.detail === undefined ? null : <Detail text={failure.detail} />}
    </Callout>
  )
}

function Detail({ text }: { readonly text: string }) {
  return (
    <details className="chat-detail">
      <summary>Details</summary>
      <TextView text={text} />
    </details>
  )
}

function Output({ text }: { readonly text: string }) {
  const tail = tailOf(text, OUTPUT_LINES)
  return (
    <>
      <h4 className="eyebrow">
        Output
        {tail.before > 0 ? (
          <span className="text-3">
            last {OUTPUT_LINES} lines, {tail.before} before
          </span>
        ) : null}
      </h4>
      <NoKeysRead>
        <TextView text={tail.text} />
      </NoKeysRead>
    </>
  )
}
