import type { PermissionReply } from '@slyglass/protocol'
import { useState } from 'react'
import { Button } from '../../../ui/index.ts'
import { PermissionsDialog } from './permissions-dialog.tsx'
import { policyWords } from './policy-words.ts'
import { usePermissions } from './use-permissions.ts'
import { Verdict, Why } from './verdict.tsx'
import './permissions.css'

/** What the rules say of the open network, in a sentence, and the whole table on demand. */
export function NetworkPermissions() {
  const { rows, fault } = usePermissions()
  if (rows.length === 0 && fault === undefined) return null
  return (
    <div className="section">
      <h3 className="eyebrow">Permissions</h3>
      <p className={fault === undefined ? 'text-2' : 'field-fault'}>{fault ?? policyWords(rows)}</p>
      <ShowPermissions rows={rows} />
    </div>
  )
}

/** Of one tool by all who list it, or of all tools of one agent that are not simply called. */
export function EntryPermissions({ entry }: { readonly entry: string }) {
  const { rows } = usePermissions()
  const asTool = rows.filter(({ tool }) => tool === entry)
  const asAgent = rows.filter(({ agent, verdict }) => agent === entry && verdict !== 'allowed')
  const own = [...asTool, ...asAgent]
  if (own.length === 0) return null
  return (
    <div className="section">
      <h3 className="eyebrow">Permissions</h3>
      <ul className="permission-list" aria-label="Permissions">
        {own.map((row) => (
          <li key={`${row.agent} ${row.tool}`}>
            <span className="permission-name">
              <span className="mono truncate">{row.tool === entry ? row.agent : row.tool}</span>
              <Verdict verdict={row.verdict} />
            </span>
            <span className="permission-why">
              <Why row={row} />
            </span>
          </li>
        ))}
      </ul>
      <ShowPermissions rows={rows} />
    </div>
  )
}

function ShowPermissions({ rows }: { readonly rows: readonly PermissionReply[] }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <div>
        <Button small onClick={() => setOpen(true)}>
          Show permissions
        </Button>
      </div>
      {open ? <PermissionsDialog rows={rows} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
