import type { TapeLineReply, TapeReply } from '@slyglass/protocol'
import { countOf, formatTime } from '../../../app/public/run-widgets.ts'
import { EmptyState, Field, Pill } from '../../../ui/index.ts'
import type { TapeState } from './use-tape.ts'

interface TapeTimelineProps {
  readonly state: TapeState
  readonly search: string
  onSearch(text: string): void
}

/** Everything on the tape in its order; what the next request holds is marked. */
export function TapeTimeline({ state: { tape }, search, onSearch }: TapeTimelineProps) {
  if (tape === undefined) return null
  return (
    <>
      <p className="text-2">{factsOf(tape)}</p>
      <Field label="Search the tape">
        {(control) => (
          <input {...control} className="input" value={search} onChange={(event) => onSearch(event.target.value)} />
        )}
      </Field>
      {tape.lines.length === 0 ? <EmptyState title="Nothing on the tape holds this." /> : <Lines lines={tape.lines} />}
    </>
  )
}

function factsOf({ entries, anchors, lastAnchor, entriesSinceLastAnchor, context, selector }: TapeReply): string {
  const begins = {
    last_anchor: `A model is told what comes after ${lastAnchor}`,
    all: 'A model is told everything',
  }[context]
  const told = begins ?? `A model is told what comes after ${context}`
  const chosen = selector === undefined ? told : `${told}, as ${selector} chooses`
  return `${countOf(entries, 'line')}, ${countOf(anchors, 'anchor')}, ${entriesSinceLastAnchor} since ${lastAnchor}. ${chosen}.`
}

function Lines({ lines }: { readonly lines: readonly TapeLineReply[] }) {
  const now = Date.now()
  return (
    <ol className="tape-lines" aria-label="Lines of the tape">
      {lines.map((line) => (
        <li key={line.id} className={`tape-line${line.kind === 'anchor' ? ' tape-anchor' : ''}`}>
          <span className="tape-id text-3 mono">{line.id}</span>
          <span className="tape-kind">
            {kindOf(line)}
            {line.told ? <Pill>told</Pill> : null}
          </span>
          <span className="tape-text">{line.text}</span>
          <span className="text-3 meta">{line.at === 0 ? '' : formatTime(line.at, now)}</span>
        </li>
      ))}
    </ol>
  )
}

function kindOf({ kind, role }: TapeLineReply): string {
  switch (kind) {
    case 'message':
      return role === 'user' ? 'You' : 'Answer'
    case 'tool_call':
      return 'Calls'
    case 'tool_result':
      return 'Results'
    case 'anchor':
      return 'Anchor'
    case 'event':
      return 'Event'
  }
}
