import type { SessionId } from '@slyglass/base'
import { useState } from 'react'

/** A message that is not sent yet. */
export interface Draft {
  readonly text: string
  /** What makes it a command, where the network says nothing of commands. */
  readonly lent?: string | undefined
}

const EMPTY: Draft = { text: '' }

const keyOf = (session: SessionId | undefined, network: string | undefined) =>
  `slyglass.draft:${session ?? `new:${network ?? ''}`}`

/** The unsent message of a session, kept for this tab. */
export function useDraft(session: SessionId | undefined, network: string | undefined) {
  const key = keyOf(session, network)
  const [kept, setKept] = useState(() => ({ key, draft: read(key) }))
  if (kept.key !== key) setKept({ key, draft: read(key) })
  const change = (draft: Draft) => {
    write(key, draft)
    setKept({ key, draft: draft.text === '' ? EMPTY : draft })
  }
  return [kept.key === key ? kept.draft : EMPTY, change] as const
}

const lentKey = (key: string) => `${key} lent`

function read(key: string): Draft {
  const lent = sessionStorage.getItem(lentKey(key)) ?? undefined
  return { text: sessionStorage.getItem(key) ?? '', lent }
}

function write(key: string, { text, lent }: Draft): void {
  for (const [name, value] of [
    [key, text],
    [lentKey(key), text === '' ? undefined : lent],
  ] as const) {
    if (value === undefined || value === '') sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, value)
  }
}
