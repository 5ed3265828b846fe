// The polite live region: at most one message a second reaches people who do not see the screen.
import { create } from 'zustand'

const GAP_MS = 1_000

export const useAnnouncement = create<{ readonly text: string }>(() => ({ text: '' }))

let waiting: string | undefined
let busyUntil = 0

/** Says one thing aloud; of several within a second the last is said. */
export function say(text: string): void {
  const now = performance.now()
  if (waiting === undefined && now >= busyUntil) {
    busyUntil = now + GAP_MS
    useAnnouncement.setState({ text })
    return
  }
  if (waiting === undefined) setTimeout(flush, busyUntil - now)
  waiting = text
}

function flush(): void {
  const text = waiting ?? ''
  waiting = undefined
  busyUntil = performance.now() + GAP_MS
  useAnnouncement.setState({ text })
}
