import type { Entry, Network } from '@slyglass/network'
import { Plus } from 'lucide-react'
import { useStudio } from '../../app/public/studio.ts'
import { IconButton, LinkButton, Menu, MenuItem } from '../../ui/index.ts'

interface Props {
  readonly network: Network
  readonly entry: Entry
  onConnect(callee: string): void
  onDisconnect(callee: string): void
}

/** Whom an agent may call, in the order of its list, and whom it could call besides. */
export function CanCall({ network, entry, onConnect, onDisconnect }: Props) {
  if (entry.kind !== 'agent' && entry.tools.length === 0) return null
  const others = callable(network, entry)
  return (
    <div className="section">
      <div className="can-call-head">
        <h3 className="eyebrow">Can call</h3>
        {others.length === 0 ? null : (
          <Menu
            label={`Entries that ${entry.name} does not call yet`}
            trigger={(props) => (
              <IconButton label={`Let ${entry.name} call another entry`} {...props}>
                <Plus className="icon icon-s" />
              </IconButton>
            )}
          >
            {others.map((name) => (
              <MenuItem key={name} onChoose={() => onConnect(name)}>
                <span className="mono">{name}</span>
              </MenuItem>
            ))}
          </Menu>
        )}
      </div>
      {entry.tools.length === 0 ? <p className="text-3">Nothing yet.</p> : null}
      <ul className="can-call" aria-label="Can call">
        {entry.tools.map((tool) => (
          <li key={tool.name}>
            <button
              type="button"
              className="can-call-name truncate"
              onClick={() => useStudio.getState().set({ selection: { kind: 'entry', entry: tool.name } })}
            >
              {tool.name}
            </button>
            <span className="text-3">{tool.kind === 'entry' ? kindOf(network, tool.name) : tool.kind}</span>
            <LinkButton aria-label={`Stop calling ${tool.name}`} onClick={() => onDisconnect(tool.name)}>
              Remove
            </LinkButton>
          </li>
        ))}
      </ul>
    </div>
  )
}

const kindOf = (network: Network, name: string) =>
  network.entries.find((each) => each.name === name)?.kind.replace('-', ' ')

/** Everything but itself, the front man, who belongs to the client, and what it calls already. */
function callable(network: Network, entry: Entry): readonly string[] {
  const called = new Set(entry.tools.map((tool) => tool.name))
  return network.entries
    .filter((each) => each.name !== entry.name && !each.isFrontMan && !called.has(each.name))
    .map((each) => each.name)
}
