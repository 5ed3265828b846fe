import type { ProjectId } from '@slyglass/base'
import type { FarServerReply } from '@slyglass/protocol'
import { EmptyState } from '../../ui/index.ts'
import { NetworkLink } from '../network-link.tsx'
import './far.css'

interface FarNetworksProps {
  readonly project: ProjectId
  readonly server: FarServerReply
  readonly filter: string
}

/** What a running server lists. */
export function FarNetworks({ project, server, filter }: FarNetworksProps) {
  const networks = server.networks.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase()))
  if (server.networks.length === 0)
    return (
      <EmptyState title="No networks are listed">
        {server.address} answers, but lists no network. Its manifest decides which ones are public.
      </EmptyState>
    )
  return (
    <table className="table" aria-label="Networks">
      <thead>
        <tr>
          <th scope="col">Network</th>
          <th scope="col">Description</th>
          <th scope="col">Tags</th>
        </tr>
      </thead>
      <tbody>
        {networks.map(({ name, description, tags }) => (
          <tr key={name}>
            <td>
              <NetworkLink project={project} name={name} view="run" />
            </td>
            <td className="text-2">{description}</td>
            <td>
              <span className="far-tags">
                {tags.map((tag) => (
                  <span key={tag} className="tag">
                    {tag}
                  </span>
                ))}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
