import { useEffect, useState } from 'react'
import { PrivateValuesDialog } from '../../app/public/run-widgets.ts'
import { isRunning, sendMessage, stopRun, useCurrentRun, useRuns, useSessionTurns } from '../../app/public/runs.ts'
import { ChatHead } from './chat-head.tsx'
import { Composer } from './composer.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { Conversation } from './conversation.tsx'
import './chat.css'

/** The playground: a conversation with the open network. */
export function ChatPanel() {
  const turns = useSessionTurns()
  const current = useCurrentRun()
  const running = turns.find(isRunning) ?? (isRunning(current) ? current : undefined)
  const [editing, setEditing] = useState(false)
  const stop = running === undefined ? undefined : () => void stopRun(running.run)
  const run = running?.run
  const stopping = useRuns((state) => run !== undefined && state.stopping.has(run))
  useStopKey(stop)
  return (
    <section className="pane chat" aria-label="Chat">
      <ChatHead
        turns={turns}
        running={running !== undefined}
        stopping={stopping}
        {...(stop === undefined ? {} : { stop })}
      />
      <ConnectionBanner running={running !== undefined} />
      <Conversation turns={turns} />
      <Composer
        running={running !== undefined}
        send={(text) => sendMessage(text)}
        editValues={() => setEditing(true)}
        {...(stop === undefined ? {} : { stop })}
      />
      {editing ? <PrivateValuesDialog onClose={() => setEditing(false)} /> : null}
    </section>
  )
}

/** ⌘. stops from anywhere while a run goes on. */
function useStopKey(stop: (() => void) | undefined): void {
  useEffect(() => {
    if (stop === undefined) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '.' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      stop()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [stop])
}
