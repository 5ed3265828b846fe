import type { Entry, Network } from '@slyglass/network'
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
    </section>
  )
}
