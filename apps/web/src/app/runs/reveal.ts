import type { JsonText, SessionId } from '@slyglass/base'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { client } from '../public/client.ts'
import { valuesOf } from './private-values.ts'
import { slyDraftHere } from './sly-keys.ts'

const SHOWN_MS = 10_000
const GONE = 'no longer held'

/** A revealed value, or why it cannot be shown. It lives in the state of one component and nowhere else. */
export interface Revealed {
  readonly key: string
  readonly fingerprint: string
  readonly json?: JsonText
  readonly reason?: string
}

export interface Reveal {
  readonly shown: readonly Revealed[]
  /** Fetches exactly these values; whatever was shown before is masked again. */
  reveal(wanted: readonly { readonly key: string; readonly fingerprint: string }[]): void
  hide(): void
}

/** Shows private values for ten seconds, of a session or of what waits for its first run; they are masked again at blur, Esc, a hidden tab and another view. */
export function useReveal(session: SessionId | undefined): Reveal {
  const [shown, setShown] = useState<readonly Revealed[]>([])
  const asked = useRef(0)
  const hide = useCallback(() => {
    asked.current += 1
    setShown([])
  }, [])
  // With the value itself: Esc that is pressed as soon as it is seen must mask it.
  useLayoutEffect(() => (shown.length === 0 ? undefined : maskSoon(hide)), [shown, hide])
  const reveal = async (wanted: readonly { readonly key: string; readonly fingerprint: string }[]) => {
    asked.current += 1
    const turn = asked.current
    const values = await Promise.all(wanted.map((one) => fetchValue(session, one)))
    if (asked.current === turn) setShown(values)
  }
  return { shown, hide, reveal: (wanted) => void reveal(wanted) }
}

async function fetchValue(
  session: SessionId | undefined,
  wanted: { readonly key: string; readonly fingerprint: string },
): Promise<Revealed> {
  if (session === undefined) {
    const json = valuesOf(slyDraftHere()).get(wanted.key)
    return json === undefined ? { ...wanted, reason: GONE } : { ...wanted, json }
  }
  // A reference may carry more than the server asks for.
  const reply = await client.reveal(session, { key: wanted.key, fingerprint: wanted.fingerprint })
  if (!reply.ok) return { ...wanted, reason: reply.error.code === 'sly-key' ? GONE : reply.error.message }
  return { ...wanted, json: reply.value.json }
}

function maskSoon(hide: () => void): () => void {
  const timer = setTimeout(hide, SHOWN_MS)
  const onKey = (event: KeyboardEvent) => (event.key === 'Escape' ? hide() : undefined)
  const onVisibility = () => (document.visibilityState === 'hidden' ? hide() : undefined)
  window.addEventListener('blur', hide)
  window.addEventListener('keydown', onKey)
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('blur', hide)
    window.removeEventListener('keydown', onKey)
    document.removeEventListener('visibilitychange', onVisibility)
  }
}
