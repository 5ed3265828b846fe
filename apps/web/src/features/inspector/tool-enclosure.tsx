import { type Entry, type EnvironmentRules, type Network, studioOf } from '@slyglass/network'
import { ENCLOSURES, expectedEnclosure } from '../../app/public/enclosures.ts'
import { useStudio } from '../../app/public/studio.ts'
import { toolSourceOf } from '../../app/public/tool-sources.ts'
import { Callout } from '../../ui/index.ts'

/** What will enclose the tool when it runs here, and what that does not stop. */
export function ToolEnclosure({ network, entry }: { readonly network: Network; readonly entry: Entry }) {
  const status = useStudio((state) => state.status)
  const tools = useStudio((state) => state.preflight?.tools)
  if (status === undefined) return null
  const expected = expectedEnclosure(network, entry, { status, source: toolSourceOf(entry, tools ?? []) })
  if (expected === undefined) return null
  const { name, holds, leaves } = ENCLOSURES[expected.level]
  return (
    <section className="section" aria-label="Enclosure">
      <h3 className="eyebrow">Enclosure</h3>
      {expected.asks === undefined ? (
        <>
          <p>
            {name} <span className="text-3">· network {expected.isOffline ? 'off' : 'on'}</span>
          </p>
          <p className="field-help">{holds}</p>
          <p className="field-help">{leaves}</p>
        </>
      ) : (
        <Callout tone="fail" title="It will not be started here">
          The network asks for {expected.asks}, which needs bubblewrap, and this machine has none. Install it, or change
          studio.environment.
        </Callout>
      )}
      {entry.kind === 'coded-tool' ? <EnvironmentLine {...studioOf(network, entry)?.environment} /> : null}
    </section>
  )
}

/** Where files and programs are that a tool's code asks its environment for, when that is not this machine. */
function EnvironmentLine({ kind, from }: Partial<Pick<EnvironmentRules, 'kind' | 'from'>>) {
  const text = from === undefined ? WORDS[kind ?? 'local'] : `Chosen for each session by ${from}.`
  return text === undefined ? null : <p className="field-help">Environment: {text}</p>
}

const WORDS = {
  local: undefined,
  sandboxed: 'files of the project alone, programs in a box each. Not held: what is in the project.',
  memory: 'files and programs in memory, none of this machine. Its own code runs here, enclosed as said above.',
} as const
