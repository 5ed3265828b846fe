import { useEffect, useState } from 'react'
import { hostOf, useFarAddress } from '../../app/public/far.ts'
import { PrivateValuesDialog, useSlyKeys } from '../../app/public/run-widgets.ts'
import { refreshVault, useCurrentRun } from '../../app/public/runs.ts'
import { useStudio } from '../../app/public/studio.ts'
import { Button, EmptyState } from '../../ui/index.ts'
import { BoundaryTable } from './boundary-table.tsx'
import { FarHead } from './far-head.tsx'
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
  const far = useFarAddress()
  const [editing, setEditing] = useState(false)
  // A session that comes into view brings its own keys.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => void refreshVault(), [session])
  return (
    <div className="sly">
      {far === undefined ? (
        <LedgerHead {...(view === undefined ? {} : { view })} />
      ) : (
        <FarHead address={far} {...(view === undefined ? {} : { view })} />
      )}
      <div className="sly-main">
        {view === undefined ? (
          <NoRun />
        ) : (
          <>
            <HitCards view={view} />
            <BoundaryTable view={view} />
            {far === undefined ? (
              <>
                <OneCall view={view} />
                <LedgerTable view={view} />
              </>
            ) : null}
          </>
        )}
      </div>
      <Vault edit={() => setEditing(true)} />
      {editing ? <PrivateValuesDialog onClose={() => setEditing(false)} /> : null}
    </div>
  )
}

function NoRun() {
  const keys = useSlyKeys()
  const far = useFarAddress()
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
      {far !== undefined
        ? `Private values go to ${hostOf(far)} with each message, and come back changed or new.`
        : keys.length === 0
          ? 'Private values reach tools and never a model. Add some, then send a message.'
          : 'Every request of a run is searched for these values before it is sent.'}
    </EmptyState>
  )
}
