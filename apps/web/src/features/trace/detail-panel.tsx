import { X } from 'lucide-react'
import { useState } from 'react'
import { MaskedText } from '../../app/public/run-widgets.ts'
import type { RunView } from '../../app/public/runs.ts'
import { EmptyState, IconButton, StateLabel, type TabOption, Tabs } from '../../ui/index.ts'
import { CallTab } from './call-tab.tsx'
import { EventsTab } from './events-tab.tsx'
import { RequestTab } from './request-tab.tsx'
import { originWords } from './row-words.ts'
import { SourceTab } from './source-tab.tsx'
import type { TraceRow } from './trace-rows.ts'
import './detail.css'

type DetailView = 'call' | 'request' | 'events' | 'source'

interface DetailProps {
  readonly view: RunView
  readonly row?: TraceRow
  /** Where there is no room beside the tree, it comes over it. */
  readonly open: boolean
  onClose(): void
}

/** Everything recorded of the row that is picked. */
export function DetailPanel({ view, row, open, onClose }: DetailProps) {
  const [tab, setTab] = useState<DetailView>('call')
  const events = row?.spans.reduce((sum, span) => sum + span.events.length, 0) ?? 0
  const options: readonly TabOption<DetailView>[] = [
    { value: 'call', text: 'Call' },
    { value: 'request', text: 'Model request' },
    {
      value: 'events',
      label: 'Events',
      text: (
        <>
          Events <span className="text-3">{events}</span>
        </>
      ),
    },
    { value: 'source', text: 'Source' },
  ]
  return (
    <section className="pane trace-detail" aria-label="Detail" data-open={open} data-region>
      {row === undefined ? (
        <EmptyState title="Nothing is picked">Pick a call to see what went in and what came out.</EmptyState>
      ) : (
        <>
          <header className="pane-head">
            <h2 className="truncate">{row.name}</h2>
            <span className="text-3 truncate">
              <MaskedText text={originWords(view, row)} />
            </span>
            <span className="spacer" />
            <StateLabel state={row.state} />
            <IconButton label="Close detail" className="detail-close" onClick={onClose}>
              <X className="icon" />
            </IconButton>
          </header>
          <div className="detail-tabs">
            <Tabs<DetailView> label="Detail views" value={tab} options={options} onChange={setTab} />
          </div>
          <div className="pane-body" role="tabpanel" aria-label={labelOf(tab)} key={`${row.id} ${tab}`}>
            {tab === 'call' ? <CallTab view={view} row={row} /> : null}
            {tab === 'request' ? <RequestTab view={view} row={row} /> : null}
            {tab === 'events' ? <EventsTab view={view} row={row} /> : null}
            {tab === 'source' ? <SourceTab row={row} /> : null}
          </div>
        </>
      )}
    </section>
  )
}

const labelOf = (tab: DetailView) =>
  ({ call: 'Call', request: 'Model request', events: 'Events', source: 'Source' })[tab]
