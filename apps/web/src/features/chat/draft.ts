import type { SessionId } from '@slyglass/base'
import { useState } from 'react'

const keyOf = (session: SessionId | undefined, network: string | undefined) =>
  `slyglass.draft:${session ?? `new:${network ?? ''}`}`

/** The unsent message of a session, kept for this tab. */
export function useDraft(session: SessionId | undefined, network: string | undefined) {
  const key = keyOf(session, network)
  const [draft, setDraft] = useState({ key, text: sessionStorage.getItem(key) ?? '' })
  if (draft.key !== key) setDraft({ key, text: sessionStorage.getItem(key) ?? '' })
  const change = (text: string) => {
    if (text === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
    setDraft({ key, text })
  }
  return [draft.key === key ? draft.text : '', change] as const
}
