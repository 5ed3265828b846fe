import type { SessionId } from '@slyglass/base'
import { useState } from 'react'
import { Callout, Dialog, Tabs } from '../../../ui/index.ts'
import { ContextPreview } from './context-preview.tsx'
import { HandOff } from './hand-off.tsx'
import { TapeTimeline } from './tape-timeline.tsx'
import { useTape } from './use-tape.ts'
import './tape.css'

type View = 'timeline' | 'context' | 'handoff'

interface TapeDialogProps {
  readonly session: SessionId | undefined
  onClose(): void
}

/** The tape of the session in view, and what a person can do with it. */
export function TapeDialog({ session, onClose }: TapeDialogProps) {
  const [view, setView] = useState<View>(session === undefined ? 'context' : 'timeline')
  const [search, setSearch] = useState('')
  const state = useTape(session, search)
  const options = [
    ...(session === undefined ? [] : [{ value: 'timeline', text: 'Timeline' } as const]),
    { value: 'context', text: 'Context preview' } as const,
    ...(session === undefined ? [] : [{ value: 'handoff', text: 'Hand off here' } as const]),
  ]
  return (
    <Dialog title="Tape" width={760} onClose={onClose}>
      <div className="tape">
        <Tabs<View> label="Tape views" value={view} options={options} onChange={setView} />
        {state.failure === undefined ? null : (
          <Callout tone="fail" title={state.failure.message}>
            {state.failure.hint}
          </Callout>
        )}
        {view === 'timeline' ? <TapeTimeline state={state} search={search} onSearch={setSearch} /> : null}
        {view === 'context' ? <ContextPreview session={session} /> : null}
        {view === 'handoff' ? <HandOff state={state} onDone={() => setView('timeline')} /> : null}
      </div>
    </Dialog>
  )
}
