import type { LogEvent } from '@slyglass/run-log'
import { useState } from 'react'
import { countOf, formatDuration, JsonView } from '../../app/public/run-widgets.ts'
import { findEvents, type RunView } from '../../app/public/runs.ts'
import { LinkButton } from '../../ui/index.ts'
import type { TraceRow } from './trace-rows.ts'

const PAGE = 100

/** The lines of the log that belong to the row, exactly as they are kept. */
export function EventsTab({ view, row }: { readonly view: RunView; readonly row: TraceRow }) {
  const [shown, setShown] = useState(PAGE)
  const numbers = row.spans.flatMap(({ events }) => events).sort((a, b) => a - b)
  const events = findEvents(view.run, numbers.slice(0, shown))
  const start = view.started?.at ?? events[0]?.at ?? 0
  return (
    <>
      <ol className="detail-events" aria-label="Events">
        {events.map((event) => (
          <EventRow key={event.seq} event={event} start={start} />
        ))}
      </ol>
      {numbers.length > shown ? (
        <p className="detail-section">
          {countOf(numbers.length - shown, 'event')} not shown.{' '}
          <LinkButton onClick={() => setShown(shown + 10 * PAGE)}>Show more</LinkButton>
        </p>
      ) : null}
    </>
  )
}

function EventRow({ event, start }: { readonly event: LogEvent; readonly start: number }) {
  const [open, setOpen] = useState(false)
  const { v: _v, runId: _run, seq, at, span, parent: _parent, type, ...payload } = event
  return (
    <li>
      <details onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
        <summary>
          <span className="text-3">{seq}</span>
          <span>{event.type === 'opaque' ? event.original : type}</span>
          <span className="text-3 truncate mono">{span}</span>
          <span className="text-3">{at - start < 1 ? '0' : formatDuration(at - start)}</span>
        </summary>
        {open ? <JsonView text={JSON.stringify(payload)} /> : null}
      </details>
    </li>
  )
}
