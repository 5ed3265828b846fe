import type { RunId, SpanId } from '@slyglass/base'
import { type Approval, callOfAttempt } from '@slyglass/run-log'
import { Hand } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { type Decision, decide, isInDoubt, timeLeft } from '../../../app/public/approvals.ts'
import { countOf, JsonView, shortPrint, showSpan, useNow } from '../../../app/public/run-widgets.ts'
import { type RunView, useOffline } from '../../../app/public/runs.ts'
import { useStudio } from '../../../app/public/studio.ts'
import { Button, Keys, LinkButton, SlyChip } from '../../../ui/index.ts'
import { EditArguments } from './edit-arguments.tsx'
import { endsWithCode } from './ends-with-code.ts'
import { RejectReason } from './reject-reason.tsx'

/** The call of the conversation in view that asks another network, in whose run the question stands. */
export interface AskedFrom {
  readonly run: RunId
  readonly call: SpanId
}

interface ApprovalCardProps {
  readonly view: RunView
  readonly asked: Approval
  readonly from: AskedFrom | undefined
  /** The key of Approve works from the message box too. */
  readonly first: boolean
}

/** One call that waits: what it would do with which arguments, and the three answers. */
export function ApprovalCard({ view, asked, from, first }: ApprovalCardProps) {
  const title = useId()
  const [part, setPart] = useState<'answers' | 'edit' | 'reason'>('answers')
  const [isSent, setSending] = useState(false)
  const offline = useOffline()
  const sending = isSent || offline
  const [fault, setFault] = useState<string>()
  const answer = async (decision: Decision) => {
    setSending(true)
    setFault(undefined)
    const reply = await decide(view.run, asked, decision)
    if (reply.ok) return
    setSending(false)
    setFault(reply.error.message)
  }
  const place = from ?? { run: view.run, call: callOfAttempt(asked.call) }
  const inDoubt = isInDoubt(asked)
  const onKeyDown = (event: KeyboardEvent) => {
    if (part !== 'answers' || sending) return
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void answer({ decision: 'approve' })
    else if (event.key === 'Backspace') void answer({ decision: 'reject' })
    else if (event.key === 'e' && !inDoubt) setPart('edit')
    else return
    event.preventDefault()
  }
  return (
    <div role="alertdialog" aria-labelledby={title} className="approval" onKeyDown={onKeyDown}>
      <header className="approval-head">
        <Hand className="icon" aria-hidden="true" />
        <h3 id={title}>
          Allow {asked.tool}?{asked.agent === undefined ? null : <span> asked by {asked.agent}</span>}
          {from === undefined ? null : <span> in the network {view.started?.network ?? 'that is asked'}</span>}
        </h3>
        <span className="spacer" />
        <LinkButton onClick={() => showSpan(place.run, place.call, 'trace')}>Show in trace</LinkButton>
        <Left asked={asked} />
      </header>
      <div className="approval-body">
        {inDoubt ? (
          <p>
            {asked.doubt ??
              'It was under way when the server ended, so it may have taken effect. Approve to make it again.'}
          </p>
        ) : null}
        {asked.endsWithCode === true ? <p className="text-3">{endsWithCode(asked)}</p> : null}
        {part === 'edit' ? (
          <EditArguments asked={asked} sending={sending} onSend={answer} onCancel={() => setPart('answers')} />
        ) : (
          <JsonView text={asked.args} />
        )}
        {from === undefined ? <Reads tool={asked.tool} /> : null}
        {fault === undefined ? null : (
          <p className="field-fault" role="alert">
            {fault}
          </p>
        )}
        {offline ? <p className="field-fault">{OFFLINE}</p> : null}
        {part === 'answers' ? (
          <div className="approval-foot">
            <Answers
              sending={sending}
              first={first}
              offline={offline}
              canEdit={!inDoubt}
              onAnswer={answer}
              onPart={setPart}
            />
            <span className="spacer" />
            <span className="text-3 mono" title="A decision counts for exactly these arguments.">
              args {shortPrint(asked.argsSha)}
            </span>
          </div>
        ) : null}
        {part === 'reason' ? (
          <RejectReason sending={sending} onSend={answer} onCancel={() => setPart('answers')} />
        ) : null}
      </div>
    </div>
  )
}

interface AnswersProps {
  readonly sending: boolean
  readonly first: boolean
  readonly offline: boolean
  readonly canEdit: boolean
  onAnswer(decision: Decision): void
  onPart(part: 'edit' | 'reason'): void
}

function Answers({ sending, first, offline, canEdit, onAnswer, onPart }: AnswersProps) {
  return (
    <>
      <Button
        look="ink"
        small
        disabled={sending}
        title={offline ? OFFLINE : undefined}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onClick={() => onAnswer({ decision: 'approve' })}
      >
        Approve
        {first ? <Keys>{APPROVE_KEYS}</Keys> : null}
      </Button>
      {canEdit ? (
        <Button small disabled={sending} onClick={() => onPart('edit')}>
          Edit arguments
        </Button>
      ) : null}
      <Button look="quiet" small disabled={sending} onClick={() => onAnswer({ decision: 'reject' })}>
        Reject
      </Button>
      <Button
        look="quiet"
        small
        disabled={sending}
        title="Reject it, and tell the model why"
        onClick={() => onPart('reason')}
      >
        With a reason
      </Button>
    </>
  )
}

/** Why nothing can be decided here now. */
export const OFFLINE = 'This tab is not connected to the server, so no answer reaches it. The call goes on waiting.'

const APPROVE_KEYS = /Mac/.test(navigator.platform) ? '⌘↵' : 'Ctrl ↵'
const LAST_SECONDS_MS = 30_000

function Left({ asked }: { readonly asked: Approval }) {
  const left = timeLeft(asked, useNow(asked.timeoutMs !== undefined))
  if (left === undefined) return null
  return (
    <span
      className="approval-left"
      data-late={left.ms < LAST_SECONDS_MS}
      title="When nobody has answered by then, the call is rejected."
    >
      {left.ms === 0 ? 'no time left' : left.text}
    </span>
  )
}

/** Private values that its source names: the person sees which, not what they are. */
function Reads({ tool }: { readonly tool: string }) {
  const keys = useStudio((state) => state.preflight?.tools.find(({ entry }) => entry === tool)?.slyKeys)
  if (keys === undefined || keys.length === 0) return null
  return (
    <p className="approval-reads">
      <span className="text-2">The tool also reads</span>
      {keys.map((key) => (
        <SlyChip key={key} name={key} />
      ))}
      <span className="text-3">
        {countOf(keys.length, 'value')} {keys.length === 1 ? 'stays' : 'stay'} hidden here
      </span>
    </p>
  )
}
