import type { ProjectId } from '@slyglass/base'
import type { FarServerReply } from '@slyglass/protocol'
import { EmptyState } from '../../ui/index.ts'
import { printRoute } from '../public/address.ts'
import { openNetwork } from '../public/project.ts'
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
              <a
                className="networks-link"
                href={printRoute({ page: 'network', project, network: name, view: 'run' })}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey) return
                  event.preventDefault()
                  openNetwork(name)
                }}
              >
                {name}
              </a>
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
