import type { PermissionReply } from '@slyglass/protocol'
import { useState } from 'react'
import { Dialog, Segments } from '../../../ui/index.ts'
import { Verdict, Why } from './verdict.tsx'

type Shown = 'all' | PermissionReply['verdict']

interface PermissionsDialogProps {
  readonly rows: readonly PermissionReply[]
  onClose(): void
}

/** Every tool of every agent: whether it is called at once, after a question or never, and which rule says so. */
export function PermissionsDialog({ rows, onClose }: PermissionsDialogProps) {
  const [shown, setShown] = useState<Shown>('all')
  const count = (verdict: PermissionReply['verdict']) => rows.filter((row) => row.verdict === verdict).length
  const found = rows.filter(({ verdict }) => shown === 'all' || verdict === shown)
  return (
    <Dialog title="Permissions" width={860} onClose={onClose}>
      <p className="text-2">
        As the network is saved. A rule leads to its text; rules are written under studio.permissions.
      </p>
      <Segments<Shown>
        label="Show"
        value={shown}
        options={[
          { value: 'all', text: `All ${rows.length}` },
          { value: 'asks', text: `Asks first ${count('asks')}` },
          { value: 'blocked', text: `Blocked ${count('blocked')}` },
          { value: 'allowed', text: `Allowed ${count('allowed')}` },
        ]}
        onChange={setShown}
      />
      <div className="permissions-rows">
        <table className="table" aria-label="Permissions">
          <thead>
            <tr>
              <th scope="col">Agent</th>
              <th scope="col">Tool</th>
              <th scope="col">Verdict</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {found.map((row) => (
              <tr key={`${row.agent} ${row.tool}`}>
                <td className="mono">{row.agent}</td>
                <th scope="row" className="mono">
                  {row.tool}
                </th>
                <td>
                  <Verdict verdict={row.verdict} />
                </td>
                <td>
                  <span className="permission-why">
                    <Why row={row} onOpen={onClose} />
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {found.length === 0 ? <p className="text-3">No tool.</p> : null}
      </div>
    </Dialog>
  )
}
