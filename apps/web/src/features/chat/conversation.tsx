import { ArrowDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { hostOf, useFarAddress } from '../../app/public/far.ts'
import { countOf, modelReads, ReadKeys } from '../../app/public/run-widgets.ts'
import { isInterrupted, isRunning, type RunView, useRuns } from '../../app/public/runs.ts'
import { useStudio } from '../../app/public/studio.ts'
import { Callout, EmptyState, LinkButton } from '../../ui/index.ts'
import { FailureNote } from './failure-note.tsx'
import { TurnEntries, UserMessage } from './turn-entries.tsx'
import { useStickToEnd } from './use-stick-to-end.ts'

/** Everything said in the session, kept at its end unless the person reads further up. */
export function Conversation({ turns }: { readonly turns: readonly RunView[] }) {
  const [box, content] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)]
  const { away, toEnd } = useStickToEnd(box, content)
  const outgoing = useRuns((state) => state.outgoing)
  const message = outgoing?.message
  const session = useStudio((state) => state.session)
  useEffect(() => {
    if (message !== undefined) toEnd()
  }, [message, toEnd])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation is opened at its end
  useEffect(toEnd, [session, toEnd])
  const empty = turns.length === 0 && outgoing === undefined
  return (
    <div className="chat-scroll" ref={box}>
      <div role="log" aria-label="Conversation" aria-live="off" className="chat-log" ref={content}>
        {turns.map((view, index) => (
          <Turn key={view.run} view={view} newest={index === turns.length - 1} />
        ))}
        {outgoing === undefined ? null : <OutgoingMessage />}
      </div>
      {empty ? <FirstWords /> : null}
      {away ? (
        <button type="button" className="chat-latest" onClick={toEnd}>
          Latest <ArrowDown className="icon icon-xs" aria-hidden="true" />
        </button>
      ) : null}
    </div>
  )
}

const ENTRIES_SHOWN = 200

function Turn({ view, newest }: { readonly view: RunView; readonly newest: boolean }) {
  const live = isRunning(view)
  const far = useFarAddress()
  const [all, setAll] = useState(false)
  const { entries } = view.transcript
  // Of a very long turn only the newest part is drawn.
  const left = all ? 0 : Math.max(0, entries.length - ENTRIES_SHOWN)
  const model = view.started?.model
  const told = entries.some((entry) => entry.kind === 'failure')
  if (view.started === undefined) return <TurnSkeleton />
  return (
    <div className="chat-turn">
      {left > 0 ? (
        <p className="text-2">
          {countOf(left, 'entry', 'entries')} of this turn not shown.{' '}
          <LinkButton onClick={() => setAll(true)}>Show all</LinkButton>
        </p>
      ) : null}
      <ReadKeys reads={modelReads(view.ledger, view.trace)}>
        <TurnEntries
          run={view.run}
          entries={left > 0 ? entries.slice(left) : entries}
          live={live}
          open={newest}
          depth={0}
          {...(model === undefined ? {} : { modelLabel: model.label })}
        />
      </ReadKeys>
      {live && entries.every((entry) => entry.kind === 'user' || (entry.kind === 'agent' && entry.text === '')) ? (
        <p className="chat-thinking">{waitingWords(view, far)}</p>
      ) : null}
      {hasEmptyAnswer(view) ? <p className="text-3">(empty answer)</p> : null}
      {isInterrupted(view) && !told ? <Interrupted view={view} /> : null}
      {view.finished?.outcome === 'cancelled' && !told ? (
        <FailureNote outcome="cancelled" failure={{ code: 'cancelled', message: 'Stopped' }} />
      ) : null}
    </div>
  )
}

/** A command says itself what it gave. */
const hasEmptyAnswer = ({ started, finished }: RunView): boolean =>
  finished?.outcome === 'ok' && finished.answer === '' && started?.command === undefined

function waitingWords({ started }: RunView, far: string | undefined): string {
  if (started?.command !== undefined) return 'The command is under way…'
  return far === undefined ? 'Asking the model…' : `Asking ${hostOf(far)}…`
}

function TurnSkeleton() {
  return (
    <div className="chat-skeleton" aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  )
}

function Interrupted({ view }: { readonly view: RunView }) {
  return (
    <Callout tone="plain" title={`Interrupted at event ${view.lastSeq}`}>
      The server stopped during this run. Finished calls are recorded. Send the message again to run it anew.
    </Callout>
  )
}

function OutgoingMessage() {
  const outgoing = useRuns((state) => state.outgoing)
  if (outgoing === undefined) return null
  const { failure } = outgoing
  return (
    <div className="chat-turn">
      <UserMessage text={outgoing.message} sending={failure === undefined} />
      {failure === undefined ? null : (
        <Callout tone="fail" title={failure.message}>
          {failure.hint === undefined ? null : <p>{failure.hint}</p>}
          <p>The message was not sent; it is back in the field below.</p>
        </Callout>
      )}
    </div>
  )
}

function FirstWords() {
  const name = useStudio((state) => state.networkName)
  const network = useStudio((state) => state.network)
  return (
    <EmptyState title={name === undefined ? 'No network is open' : `Talk to ${network?.frontMan?.name ?? name}`}>
      {network?.description || 'Send a message; every call it makes shows here while it runs.'}
    </EmptyState>
  )
}
