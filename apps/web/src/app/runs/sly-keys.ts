import { useMemo } from 'react'
import { useStudio } from '../public/studio.ts'
import { valuesOf } from './private-values.ts'
import { isRunning } from './run-view.ts'
import { useRuns } from './runs-store.ts'

/** Keys of the session in view: of its vault and of what its open run wrote; or of what waits for the first run. */
export function useSlyKeys(): readonly string[] {
  const session = useStudio((state) => state.session)
  const run = useStudio((state) => state.run)
  const vault = useRuns((state) => state.vault)
  const draft = useRuns((state) => state.slyDraft)
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
