import type { Entry, Network } from '@slyglass/network'
import { ArrowLeft, ArrowRight, Lock } from 'lucide-react'
import { privateKeys } from '../../app/public/crossings.ts'
import { useStudio } from '../../app/public/studio.ts'
import { toolSourceOf } from '../../app/public/tool-sources.ts'
import { SlyChip } from '../../ui/index.ts'
import { type Boundary, boundariesOf } from './boundaries.ts'

interface Props {
  readonly network: Network
  readonly entry: Entry
}

/** Which private keys a tool reads, and which may cross the boundary with this entry. */
export function EntrySlyData({ network, entry }: Props) {
  const preflight = useStudio((state) => state.preflight)
  const tools = preflight?.network === network.name ? preflight.tools : []
  const reads = toolSourceOf(entry, tools)?.slyKeys ?? []
  const boundaries = boundariesOf(entry, privateKeys(network, tools))
  return (
    <>
      <div className="section">
        <h3 className="eyebrow">Inside the network</h3>
        <p className="text-2">All entries share one set of private values. No model receives any of them.</p>
        {entry.kind === 'coded-tool' ? (
          <p className="chips">
            {reads.length === 0 ? 'Its source names no private key.' : 'Its source names '}
            {reads.map((key) => (
              <SlyChip key={key} name={key} masked={false} />
            ))}
          </p>
        ) : null}
      </div>
      {boundaries.length === 0 ? (
        <div className="section text-3">
          This entry stands at no boundary: it talks to no client and no other network.
        </div>
      ) : (
        boundaries.map((boundary) => <BoundaryRules key={boundary.title} boundary={boundary} />)
      )}
    </>
  )
}

function BoundaryRules({ boundary }: { readonly boundary: Boundary }) {
  const Arrow = boundary.direction === 'out' ? ArrowRight : ArrowLeft
  return (
    <div className="section">
      <h3 className="eyebrow">{boundary.title}</h3>
      {boundary.passed.map(({ key, as }) => (
        <p key={key} className="chips">
          <SlyChip name={key} masked={false} />
          <Arrow
            className="icon icon-xs text-3"
            aria-label={boundary.direction === 'out' ? 'goes out as' : 'comes back as'}
          />
          <span className="mono">{as}</span>
        </p>
      ))}
      {boundary.unset.map((name) => (
        <p
          key={name}
          className="chips text-3"
          aria-disabled="true"
          title="An optional key that is not set: nothing passes by it"
        >
          <span className="mono">{`\${?${name}}`}</span> not set
        </p>
      ))}
      <p className="withheld text-2">
        <Lock className="icon icon-s" aria-hidden="true" />
        <span>
          {boundary.withheld.length === 0
            ? 'Every other key is withheld.'
            : `${boundary.withheld.length} withheld: ${boundary.withheld.join(', ')}`}
        </span>
      </p>
      <p className="field-help">
        {boundary.rule === undefined
          ? 'No allow rule: nothing passes by default.'
          : `Decided by allow.${boundary.rule}`}
      </p>
    </div>
  )
}
