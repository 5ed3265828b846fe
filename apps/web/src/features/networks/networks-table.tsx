import type { ProjectId } from '@slyglass/base'
import type { Diagnostic, ManifestEntry } from '@slyglass/network'
import type { RunReply } from '@slyglass/protocol'
import { printRoute } from '../../app/public/address.ts'
import { NetworkLink } from '../../app/public/links.ts'
import { useProblems } from '../../app/public/problems.ts'
import { formatTime, stateOfRun } from '../../app/public/runs.ts'
import { useStudio } from '../../app/public/studio.ts'
import { StateLabel, ToneGlyph } from '../../ui/index.ts'
import { useLastRuns } from './use-last-runs.ts'

interface NetworksTableProps {
  readonly project: ProjectId
  readonly networks: readonly ManifestEntry[]
  /** Why files of the list cannot be read. */
  readonly faults: readonly Diagnostic[]
}

/** The rows of the manifest. Problems are told of the network that is open: no other one has been read. */
export function NetworksTable({ project, networks, faults }: NetworksTableProps) {
  const read = useStudio((state) => state.network?.name)
  const problems = useProblems().length
  const last = useLastRuns(project)
  const isRead = networks.some(({ name }) => name === read)
  return (
    <table className="table" aria-label="Networks">
      <thead>
        <tr>
          <th scope="col">Network</th>
          <th scope="col">File</th>
          <th scope="col">In manifest</th>
          {isRead ? <th scope="col">Problems</th> : null}
          <th scope="col">Last run</th>
        </tr>
      </thead>
      <tbody>
        {networks.map((network) => (
          <tr key={network.name}>
            <td>
              <NetworkLink project={project} name={network.name} view="edit" />
            </td>
            <td className="mono text-2">
              {network.file}
              <Fault fault={faults.find(({ at }) => at.doc === network.file)} />
            </td>
            <td>
              <Marks network={network} />
            </td>
            {isRead ? <td>{network.name === read ? problems : <span className="text-3">not read</span>}</td> : null}
            <td>
              <LastRun project={project} run={last?.get(network.name)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function LastRun({ project, run }: { readonly project: ProjectId; readonly run: RunReply | undefined }) {
  if (run === undefined) return null
  return (
    <a
      className="networks-run"
      title={run.title}
      href={printRoute({ page: 'network', project, network: run.network, view: 'trace', run: run.run })}
    >
      <StateLabel state={stateOfRun(run)} />
      <span className="text-3">{formatTime(run.startedAt, Date.now())}</span>
    </a>
  )
}

function Fault({ fault }: { readonly fault: Diagnostic | undefined }) {
  if (fault === undefined) return null
  return (
    <p className="state" data-tone="fail" title={fault.message}>
      <ToneGlyph tone="fail" className="icon icon-s" />
      cannot be read
    </p>
  )
}

function Marks({ network }: { readonly network: ManifestEntry }) {
  if (!network.serve) return <span className="text-3">off</span>
  return (
    <span className="networks-marks">
      <span className="tag">{network.public ? 'served' : 'protected'}</span>
      {network.mcp ? <span className="tag">MCP</span> : null}
    </span>
  )
}
