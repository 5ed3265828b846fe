import { useEffect, useState } from 'react'

const WAIT_MS = 150

/** True when something has been waited for long enough to say so; short waits show nothing. */
export function useSoon(waiting: boolean): boolean {
  const [soon, setSoon] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setSoon(true), WAIT_MS)
    return () => {
      clearTimeout(timer)
      setSoon(false)
    }
  }, [waiting])
  return soon
}
