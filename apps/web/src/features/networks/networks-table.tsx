import type { ProjectId } from '@slyglass/base'
import type { Diagnostic, ManifestEntry } from '@slyglass/network'
import type { RunReply } from '@slyglass/protocol'
import { printRoute } from '../../app/public/address.ts'
import { NetworkLink } from '../../app/public/links.ts'
import { useProblems } from '../../app/public/problems.ts'
import { formatTime, stateOfRun } from '../../app/public/runs.ts'
import { useStudio } from '../../app/public/studio.ts'
import { LinkButton, StateLabel, ToneGlyph } from '../../ui/index.ts'
import { problemWords } from './problem-words.ts'
import { showPlace } from './show-file.ts'
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
  const problems = useProblems()
  const last = useLastRuns(project)
  return (
    <table className="table" aria-label="Networks">
      <thead>
        <tr>
          <th scope="col">Network</th>
          <th scope="col" className="networks-file">
            File
          </th>
          <th scope="col">In manifest</th>
          <th scope="col">Problems</th>
          <th scope="col">Last run</th>
        </tr>
      </thead>
      <tbody>
        {networks.map((network) => (
          <tr key={network.name}>
            <td>
              <NetworkLink project={project} name={network.name} view="edit" />
            </td>
            <td className="networks-file mono text-2">{network.file}</td>
            <td>
              <Marks network={network} />
            </td>
            <td>
              <Problems
                network={network.name}
                fault={faults.find(({ at }) => at.doc === network.file)}
                found={network.name === read ? problems : undefined}
              />
            </td>
            <td>{last === undefined ? null : <LastRun project={project} run={last.get(network.name)} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function LastRun({ project, run }: { readonly project: ProjectId; readonly run: RunReply | undefined }) {
  if (run === undefined) return <span className="text-3">never run</span>
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

interface ProblemsProps {
  readonly network: string
  /** Why the file cannot be read. */
  readonly fault: Diagnostic | undefined
  /** Undefined while nobody has opened the network. */
  readonly found: readonly Diagnostic[] | undefined
}

function Problems({ network, fault, found }: ProblemsProps) {
  if (fault !== undefined)
    return (
      <>
        <span className="state" data-tone="fail">
          <ToneGlyph tone="fail" className="icon icon-s" />
          cannot be read
        </span>{' '}
        <LinkButton
          className="networks-reason"
          title={`Open ${fault.at.doc} there`}
          onClick={() => void showPlace(network, fault.at)}
        >
          {reasonOf(fault)}
        </LinkButton>
      </>
    )
  if (found === undefined) return <span className="text-3">not read</span>
  const words = problemWords(found)
  if (words === undefined) return <span className="text-3">none</span>
  const tone = found.some(({ severity }) => severity === 'error') ? 'fail' : 'wait'
  return (
    <span className="state" data-tone={tone}>
      <ToneGlyph tone={tone} className="icon icon-s" />
      {words}
    </span>
  )
}

/** The row names the file and says what is wrong with it; what is left is where and why. */
const reasonOf = ({ message, at }: Diagnostic): string => message.replace(`${at.doc} cannot be read: `, '')

function Marks({ network }: { readonly network: ManifestEntry }) {
  if (!network.serve) return <span className="text-3">off</span>
  return (
    <span className="networks-marks">
      <span className="tag">{network.public ? 'served' : 'protected'}</span>
      {network.mcp ? <span className="tag">MCP</span> : null}
    </span>
  )
}
