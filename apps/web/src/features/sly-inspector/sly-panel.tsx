import { useEffect, useState } from 'react'
import { PrivateValuesDialog, useSlyKeys } from '../../app/public/run-widgets.ts'
import { refreshVault, useCurrentRun } from '../../app/public/runs.ts'
import { useStudio } from '../../app/public/studio.ts'
import { Button, EmptyState } from '../../ui/index.ts'
import { BoundaryTable } from './boundary-table.tsx'
import { HitCards } from './hit-cards.tsx'
import { LedgerHead } from './ledger-head.tsx'
import { LedgerTable } from './ledger-table.tsx'
import { OneCall } from './one-call.tsx'
import { Vault } from './vault.tsx'
import './sly.css'

/** Which private values there are, who saw them, and the proof that no model request held one. */
export function SlyPanel() {
  const view = useCurrentRun()
  const session = useStudio((state) => state.session)
  const [editing, setEditing] = useState(false)
  // A session that comes into view brings its own keys.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => void refreshVault(), [session])
  return (
    <div className="sly">
      <LedgerHead {...(view === undefined ? {} : { view })} />
      <div className="sly-main">
        {view === undefined ? (
          <NoRun />
        ) : (
          <>
            <HitCards view={view} />
            <BoundaryTable view={view} />
            <OneCall view={view} />
            <LedgerTable view={view} />
          </>
        )}
      </div>
      <Vault edit={() => setEditing(true)} {...(view === undefined ? {} : { view })} />
      {editing ? <PrivateValuesDialog onClose={() => setEditing(false)} /> : null}
    </div>
  )
}

function NoRun() {
  const keys = useSlyKeys()
  const name = useStudio((state) => state.networkName)
  const set = useStudio((state) => state.set)
  return (
    <EmptyState
      title={`No run of ${name ?? 'this network'} is open`}
      actions={
        <Button look="ink" onClick={() => set({ view: 'run' })}>
          Write a message
        </Button>
      }
    >
      {keys.length === 0
        ? 'Private values reach tools and never a model. Add some, then send a message.'
        : 'Every request of a run is searched for these values before it is sent.'}
    </EmptyState>
  )
}
