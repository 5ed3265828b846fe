import type { JsonText } from '@slyglass/base'
import { useMemo } from 'react'
import { placeOf, useStudio } from '../public/studio.ts'
import { valuesOf } from './private-values.ts'
import { isRunning } from './run-view.ts'
import { useRuns } from './runs-store.ts'

/** What waits for the first run of the network in view. */
export const slyDraftHere = (): JsonText | undefined =>
  useRuns.getState().slyDrafts.get(placeOf(useStudio.getState()) ?? '')

export function useSlyDraft(): JsonText | undefined {
  const place = useStudio(placeOf)
  return useRuns((state) => state.slyDrafts.get(place ?? ''))
}

/**
 * True once it is known which session is in view. Before that, what was typed might reach another one: a tab that was loaded
 * again looks up the session that it was in.
 */
export function useSessionKnown(): boolean {
  const isAddressed = useStudio(({ session, run }) => session === undefined && run !== undefined)
  const run = useStudio((state) => state.run)
  const isListing = useRuns(({ list }) => list.state === 'loading')
  const hasEnded = useRuns(({ views }) => run !== undefined && views.get(run)?.ended === true)
  return !isListing && (!isAddressed || hasEnded)
}

/** Keys of the session in view: of its vault and of what its open run wrote; or of what waits for the first run. */
export function useSlyKeys(): readonly string[] {
  const session = useStudio((state) => state.session)
  const run = useStudio((state) => state.run)
  const vault = useRuns((state) => state.vault)
  const draft = useSlyDraft()
  const written = useRuns((state) => {
    const view = run === undefined ? undefined : state.views.get(run)
    return isRunning(view) ? view?.ledger.keys : undefined
  })
  return useMemo(() => {
    if (session === undefined) return [...valuesOf(draft).keys()]
    const listed = vault?.session === session ? vault.keys.map(({ key }) => key) : []
    return [...new Set([...listed, ...(written?.keys() ?? [])])]
  }, [session, vault, draft, written])
}
