import { useCallback, useLayoutEffect, useState } from 'react'
import { PrivateValuesDialog } from '../../app/public/run-widgets.ts'
import {
  isRunning,
  sendMessage,
  stopOutgoing,
  stopRun,
  useCurrentRun,
  useRuns,
  useSessionTurns,
} from '../../app/public/runs.ts'
import { ApprovalTray } from './approvals/approval-tray.tsx'
import { ChatHead } from './chat-head.tsx'
import { Composer } from './composer.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { Conversation } from './conversation.tsx'
import { LimitStrip } from './limit-strip.tsx'
import { TodoBoard } from './todo-board.tsx'
import './chat.css'

/** The playground: a conversation with the open network. */
export function ChatPanel() {
  const turns = useSessionTurns()
  const current = useCurrentRun()
  const running = turns.find(isRunning) ?? (isRunning(current) ? current : undefined)
  const [editing, setEditing] = useState(false)
  const run = running?.run
  const outgoing = useRuns((state) => state.outgoing !== undefined && state.outgoing.failure === undefined)
  const stopping = useRuns((state) => (run === undefined ? state.outgoing?.stopped === true : state.stopping.has(run)))
  const going = run !== undefined || outgoing
  const stop = useCallback(() => (run === undefined ? stopOutgoing() : void stopRun(run)), [run])
  useStopKey(going && !stopping, stop)
  return (
    <section className="pane chat" aria-label="Chat" data-region>
      <ChatHead turns={turns} running={going} stopping={stopping} stop={stop} />
      <ConnectionBanner running={going} />
      <LimitStrip turns={turns} />
      <TodoBoard turns={turns} />
      <Conversation turns={turns} />
      <ApprovalTray turns={turns} />
      <Composer running={going} send={sendMessage} editValues={() => setEditing(true)} stop={stop} />
      {editing ? <PrivateValuesDialog onClose={() => setEditing(false)} /> : null}
    </section>
  )
}

/** ⌘. stops from anywhere while a run goes on. */
function useStopKey(active: boolean, stop: () => void): void {
  useLayoutEffect(() => {
    if (!active) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '.' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      stop()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [active, stop])
}
