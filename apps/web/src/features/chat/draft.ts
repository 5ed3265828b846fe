import type { SessionId } from '@slyglass/base'
import { useSyncExternalStore } from 'react'
import { onSessionNamed } from '../../app/public/runs.ts'
import { placeOf, useStudio } from '../../app/public/studio.ts'
import { type Draft, draftKey, MessageDrafts } from './message-drafts.ts'

const drafts = new MessageDrafts(sessionStorage)

onSessionNamed(({ place, session, sent }) => {
  const from = draftKey(place, undefined)
  // A session that was looked up has a draft of its own: only what was typed while it was looked up is added.
  if (sent || drafts.isTouched(from)) drafts.move(from, draftKey(place, session))
})

useStudio.subscribe((now, before) => {
  if (now.session !== before.session || placeOf(now) !== placeOf(before)) drafts.turn()
})

/** The unsent message of a session, kept for this tab; `giveBack` returns one that was refused, wherever one is by then. */
export function useDraft(session: SessionId | undefined) {
  const place = useStudio(placeOf)
  const key = draftKey(place ?? '', session)
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.at(key))
  return {
    draft,
    change: (changed: Draft) => drafts.change(key, changed),
    giveBack: (sent: Draft) => drafts.giveBack(key, sent),
  }
}
