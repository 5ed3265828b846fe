import type { Entry, Network } from '@slyglass/network'
import { LinkButton } from '../../ui/index.ts'
import { useFarAddress } from '../public/far.ts'
import { useSelectedEntry } from '../public/selected-entry.ts'
import { useStudio } from '../public/studio.ts'
import './far.css'

/** What a running server tells of the network, or of the entry that is picked, and what it keeps to itself. */
export function FarFacts() {
  const network = useStudio((state) => state.network)
  const address = useFarAddress()
  const picked = useSelectedEntry()
  const entry = network?.entries.find(({ name }) => name === picked)
  return (
    <section className="pane" aria-label="Server" data-region>
      <header className="pane-head">
        <h2 className="truncate">{entry?.name ?? network?.name.split('/').at(-1) ?? 'Network'}</h2>
        <span className="text-3">{entry === undefined ? 'network' : kindWords(entry)}</span>
        <span className="spacer" />
        <span className="tag">read-only</span>
      </header>
      <div className="pane-body">
        <div className="section">
          {entry === undefined ? <NetworkFacts network={network} address={address} /> : <EntryFacts entry={entry} />}
        </div>
        <div className="section far-untold">
          <h3 className="eyebrow">Not told by the server</h3>
          <p className="text-2">
            Instructions, models, rules for private values, and what is asked of its models. This view shows what the
            server says of itself; to change the network, open its project's folder.
          </p>
        </div>
      </div>
    </section>
  )
}

interface NetworkProps {
  readonly network: Network | undefined
  readonly address: string | undefined
}

function NetworkFacts({ network, address }: NetworkProps) {
  return (
    <>
      {network === undefined ? null : (
        <p className="text-2">{network.description === '' ? 'No description.' : network.description}</p>
      )}
      <dl className="far-facts">
        <dt>Server</dt>
        <dd className="mono">{address}</dd>
        <dt>Entries</dt>
        <dd>{network === undefined ? 'not told' : network.entries.length}</dd>
        <dt>Front man</dt>
        <dd className="mono">{network?.frontMan?.name ?? 'not told'}</dd>
      </dl>
    </>
  )
}

function EntryFacts({ entry }: { readonly entry: Entry }) {
  return (
    <>
      <h3 className="eyebrow">Calls</h3>
      {entry.tools.length === 0 ? <p className="text-3">Nothing, as far as the server says.</p> : null}
      <ul className="far-calls">
        {entry.tools.map(({ name, kind }) => (
          <li key={name}>
            {kind === 'entry' ? (
              <LinkButton onClick={() => useStudio.getState().set({ selection: { kind: 'entry', entry: name } })}>
                {name}
              </LinkButton>
            ) : (
              <span className="mono">{name}</span>
            )}
            <span className="text-3">{REFERENCES[kind]}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

const REFERENCES = {
  entry: '',
  network: 'another network',
  mcp: 'MCP server',
  missing: 'of which nothing is told',
} as const

function kindWords({ isFrontMan, kind, className }: Entry): string {
  if (isFrontMan) return 'front man'
  if (className !== undefined) return className
  return { agent: 'agent', 'coded-tool': 'coded tool', 'toolbox-tool': 'toolbox tool', incomplete: 'entry' }[kind]
}
