import type { RunId } from '@slyglass/base'
import type { TranscriptEntry } from '@slyglass/run-log'
import { MessageCircle } from 'lucide-react'
import { Suspense, useMemo } from 'react'
import { MaskedText } from '../../app/public/run-widgets.ts'
import { FrontManGlyph, lazyPart, ToneGlyph } from '../../ui/index.ts'
import { AgentText } from './agent-text.tsx'
import { CallsCard } from './calls-card.tsx'
import { FailureNote } from './failure-note.tsx'
import { joinFailures, type ShownEntry } from './told-failures.ts'

const CommandOutput = lazyPart(() => import('./commands/index.ts').then((part) => ({ default: part.CommandOutput })))

interface TurnEntriesProps {
  readonly run: RunId
  readonly entries: readonly TranscriptEntry[]
  readonly live: boolean
  readonly open: boolean
  /** 0 is the front man's conversation, 1 and more what a called agent did. */
  readonly depth: number
  readonly modelLabel?: string
}

/** What happened in a turn, in order. */
export function TurnEntries({ entries, ...rest }: TurnEntriesProps) {
  const shown = useMemo(() => joinFailures(entries), [entries])
  const keys = keysOf(shown.map(({ entry }) => entry))
  return shown.map((one, index) => <Entry key={keys[index]} {...one} {...rest} />)
}

/** An entry is what it is about, and its how-manieth: entries that come before it do not change that. */
function keysOf(entries: readonly TranscriptEntry[]): readonly string[] {
  const seen = new Map<string, number>()
  return entries.map((entry) => {
    const name = `${entry.kind}:${entry.kind === 'calls' ? entry.batch : entry.span}`
    const count = seen.get(name) ?? 0
    seen.set(name, count + 1)
    return `${name}:${count}`
  })
}

interface EntryProps extends Omit<TurnEntriesProps, 'entries'>, ShownEntry {}

function Entry({ entry, told, run, live, open, depth, modelLabel }: EntryProps) {
  switch (entry.kind) {
    case 'user':
      return depth === 0 ? <UserMessage text={entry.text} /> : null
    case 'agent':
      // An answer that is only calls has no words of its own.
      if (entry.text === '') return null
      return depth === 0 ? (
        <AgentMessage
          agent={entry.agent}
          text={entry.text}
          streaming={entry.streaming && live}
          {...(modelLabel === undefined ? {} : { modelLabel })}
        />
      ) : (
        <AgentText text={entry.text} streaming={entry.streaming && live} />
      )
    case 'calls':
      return (
        <CallsCard
          run={run}
          calls={entry.calls}
          mode={entry.mode}
          live={live}
          open={open}
          inner={(entries) => <TurnEntries run={run} entries={entries} live={live} open={false} depth={depth + 1} />}
        />
      )
    case 'command':
      return (
        <Suspense>
          <CommandOutput {...entry} />
        </Suspense>
      )
    case 'failure':
      return <FailureNote failure={entry.failure} outcome={entry.outcome} {...(told === undefined ? {} : { told })} />
    case 'note':
      return (
        <p
          className="chat-note"
          data-tone={entry.level === 'info' ? 'plain' : entry.level === 'error' ? 'fail' : 'wait'}
        >
          <ToneGlyph
            tone={entry.level === 'info' ? 'plain' : entry.level === 'error' ? 'fail' : 'wait'}
            className="icon icon-s"
          />
          <span>
            <MaskedText text={entry.text} />
          </span>
        </p>
      )
  }
}

/** What the person said. */
export function UserMessage({ text, sending = false }: { readonly text: string; readonly sending?: boolean }) {
  return (
    <article className="chat-user" aria-label="You" aria-busy={sending}>
      <span>
        <MaskedText text={text} />
      </span>
      {sending ? <span className="meta text-3">Sending…</span> : null}
    </article>
  )
}

interface AgentMessageProps {
  readonly agent: string
  readonly text: string
  readonly streaming: boolean
  readonly modelLabel?: string
}

function AgentMessage({ agent, text, streaming, modelLabel }: AgentMessageProps) {
  return (
    <article className="chat-agent" aria-label={agent} aria-busy={streaming}>
      <header>
        {modelLabel === undefined ? <MessageCircle className="icon icon-s" aria-hidden="true" /> : <FrontManGlyph />}
        {agent}
        {modelLabel === undefined ? null : <span className="meta text-3">{modelLabel}</span>}
      </header>
      <AgentText text={text} streaming={streaming} />
    </article>
  )
}
