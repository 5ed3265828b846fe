import type { Isolation, TraceSpan } from '@slyglass/run-log'
import { formatElapsed } from '../../app/public/run-widgets.ts'
import { Section } from './section.tsx'

const LEVELS: Readonly<Record<Isolation, readonly [string, string]>> = {
  bwrap: ['bubblewrap', 'Sees the project and not the studio’s data. It does not stop a hostile author.'],
  quickjs: ['JavaScript engine of its own', 'No files, no processes; only what it is handed.'],
  permission: ['Node permissions', 'Files outside of the project are refused. It shares your account.'],
  host: ['none', 'Limits only: it runs in a process of its own with your rights.'],
  studio: ['the studio', 'A tool of the studio itself, in its own process.'],
}

/** What enclosed the call's code, and what that does not stop. */
export function WhereItRan({ attempts }: { readonly attempts: readonly TraceSpan[] }) {
  const ran = attempts.findLast(({ isolation, mocked, cached }) => isolation ?? mocked ?? cached)
  if (ran === undefined) return null
  if (ran.mocked === true) return <Answered text="The mock of the network; nothing was called." />
  if (ran.cached !== undefined)
    return <Answered text={`A kept result, ${formatElapsed(ran.cached.ageMs)} old; nothing was called.`} />
  if (ran.isolation === undefined) return null
  const [name, words] = LEVELS[ran.isolation]
  const language = ran.language === undefined ? '' : { python: 'Python', typescript: 'TypeScript' }[ran.language]
  return (
    <Section title="Where it ran">
      <dl className="detail-facts">
        <dt>Enclosure</dt>
        <dd>
          {name}
          <span className="text-3"> · {words}</span>
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
