import type { TraceSpan } from '@slyglass/run-log'
import { ENCLOSURES } from '../../app/public/enclosures.ts'
import { formatElapsed } from '../../app/public/run-widgets.ts'
import { LANGUAGES } from './ran-as.ts'
import { Section } from './section.tsx'

/** What enclosed the call's code, and what that does not stop. */
export function WhereItRan({ attempts }: { readonly attempts: readonly TraceSpan[] }) {
  const ran = attempts.findLast(({ isolation, mocked, cached }) => isolation ?? mocked ?? cached)
  if (ran === undefined) return null
  if (ran.mocked === true) return <Answered text="The mock of the network; nothing was called." />
  if (ran.cached !== undefined)
    return <Answered text={`A kept result, ${formatElapsed(ran.cached.ageMs)} old; nothing was called.`} />
  if (ran.isolation === undefined) return null
  const { name, holds, leaves } = ENCLOSURES[ran.isolation]
  const language = ran.language === undefined ? '' : LANGUAGES[ran.language]
  return (
    <Section title="Where it ran">
      <dl className="detail-facts">
        <dt>Enclosure</dt>
        <dd>
          {name}
          <span className="text-3">
            {' '}
            · {holds} {leaves}
          </span>
        </dd>
        <dt>Network</dt>
        <dd>{ran.offline === true ? 'off: it could open no connection' : 'on'}</dd>
        {ran.source === undefined ? null : (
          <>
            <dt>Code</dt>
            <dd>
              <span className="mono">{ran.source.file}</span>
              {language === '' ? null : <span className="text-3"> · {language}</span>}
            </dd>
          </>
        )}
      </dl>
    </Section>
  )
}

function Answered({ text }: { readonly text: string }) {
  return (
    <Section title="Answered by">
      <p>{text}</p>
    </Section>
  )
}
