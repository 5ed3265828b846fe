import { ChevronsUpDown, Plus, Square } from 'lucide-react'
import { useFarAddress } from '../../app/public/far.ts'
import { countOf, formatCount, formatTime, PopList, shortId } from '../../app/public/run-widgets.ts'
import { newSession, openSession, type RunView, useRuns, useSessions } from '../../app/public/runs.ts'
import { useStudio } from '../../app/public/studio.ts'
import { Button, IconButton, Keys, RunningArc } from '../../ui/index.ts'
import { TapeButton } from './tape/tape-button.tsx'

interface ChatHeadProps {
  readonly turns: readonly RunView[]
  readonly running: boolean
  readonly stopping: boolean
  stop(): void
}

/** Which session this is, what it has used, and how to stop. */
export function ChatHead({ turns, running, stopping, stop }: ChatHeadProps) {
  const session = useStudio((state) => state.session)
  return (
    <header className="pane-head">
      <h2>Session</h2>
      <SessionList />
      <span className="spacer" />
      <Totals turns={turns} />
      <TapeButton session={session} />
      <IconButton label="New session" onClick={newSession} disabled={session === undefined && turns.length === 0}>
        <Plus className="icon" />
      </IconButton>
      {running ? (
        <Button small onClick={stop} disabled={stopping} aria-label={stopping ? 'Stopping…' : 'Stop'}>
          {stopping ? <RunningArc className="icon icon-xs" /> : <Square className="icon icon-xs chat-stop" />}
          {stopping ? 'Stopping…' : 'Stop'}
          {stopping ? null : <Keys>{STOP_KEYS}</Keys>}
        </Button>
      ) : null}
    </header>
  )
}

const STOP_KEYS = /Mac/.test(navigator.platform) ? '⌘.' : 'Ctrl .'

function Totals({ turns }: { readonly turns: readonly RunView[] }) {
  const sum = (pick: (view: RunView) => number) => turns.reduce((total, view) => total + pick(view), 0)
  // A running server counts by itself; its figures are a note of each run.
  const far = useFarAddress() !== undefined
  const [input, output] = [sum((view) => view.usage.promptTokens), sum((view) => view.usage.completionTokens)]
  return (
    <output className="text-2 chat-totals" aria-label="Session totals">
      {turns.length === 0 || far ? '' : `${formatCount(input)} tokens in, ${formatCount(output)} out`}
    </output>
  )
}

function SessionList() {
  const session = useStudio((state) => state.session)
  const sessions = useSessions()
  const failure = useRuns((state) => state.list.failure)
  const now = Date.now()
  return (
    <PopList
      trigger={(target) => (
        <button type="button" className="chat-session mono" {...target} aria-label="Open another session">
          {session === undefined ? 'new' : shortId(session)}
          <ChevronsUpDown className="icon icon-xs text-3" aria-hidden="true" />
        </button>
      )}
    >
      {(close) => (
        <>
          {failure === undefined ? null : <p className="pop-note">{failure.message}</p>}
          {sessions.length === 0 ? <p className="pop-note">No session of this network yet.</p> : null}
          <ul aria-label="Sessions">
            {sessions.map((row) => (
              <li key={row.session}>
                <button
                  type="button"
                  className="menu-item chat-session-row"
                  aria-current={row.session === session}
                  onClick={() => {
                    close()
                    openSession(row.session)
                  }}
                >
                  <span className="truncate">{row.title}</span>
                  <span className="text-3 meta">
                    {countOf(row.runs.length, 'turn')} · {row.open ? 'running' : formatTime(row.lastAt, now)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </PopList>
  )
}
