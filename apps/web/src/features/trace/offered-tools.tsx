import type { Trace, TraceSpan } from '@slyglass/run-log'
import { offerOf } from './offers.ts'
import { Section } from './section.tsx'

/** The tools that a model request held; new ones and those that are gone are told apart. */
export function OfferedTools({ trace, span }: { readonly trace: Trace; readonly span: TraceSpan }) {
  const offer = offerOf(trace, span)
  if (offer === undefined) return null
  const { tools, gone } = offer
  return (
    <Section title="Tools offered" tag={String(tools.length)}>
      <ul className="detail-marks" aria-label="Tools offered">
        {tools.map(({ name, isNew }) => (
          <li key={name}>
            <span className="mono">{name}</span>
            {isNew ? <span className="tag">new</span> : null}
          </li>
        ))}
        {gone.map((name) => (
          <li key={name}>
            <del className="mono text-3">{name}</del>
            <span className="tag">no longer</span>
          </li>
        ))}
      </ul>
      {tools.length === 0 ? <p className="text-2">None: the request has no list of tools.</p> : null}
    </Section>
  )
}
