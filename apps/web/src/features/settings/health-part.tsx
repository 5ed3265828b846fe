import type { ProjectId } from '@slyglass/base'
import type { HealthReply } from '@slyglass/protocol'
import { useEffect, useState } from 'react'
import { client } from '../../app/public/client.ts'
import { sentenceOf } from '../../app/public/files.ts'
import { Button, StateGlyph } from '../../ui/index.ts'

/** What the tools of the open project say of what they need. */
export function HealthPart({ project }: { readonly project: ProjectId }) {
  const [reply, setReply] = useState<HealthReply>()
  const [said, setSaid] = useState('')
  const ask = async () => {
    setSaid('Looking …')
    const answer = await client.health(project)
    setReply(answer.ok ? answer.value : undefined)
    setSaid(answer.ok ? healthWords(answer.value) : sentenceOf(answer.error))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each project, then by hand.
  useEffect(() => {
    ask()
  }, [project])
  return (
    <section aria-label="Health of tools" className="settings-part">
      <h2>Health of tools</h2>
      <p className="text-2">
        A tool that is defined with health() says here what works of the things that it needs. Looking runs that
        function.
      </p>
      {reply === undefined || reply.checks.length === 0 ? null : <Checks checks={reply.checks} />}
      <div className="settings-actions">
        <Button onClick={ask}>Look again</Button>
      </div>
      <p role="status" aria-label="Health of tools" className="settings-result">
        {said}
      </p>
    </section>
  )
}

function Checks({ checks }: Pick<HealthReply, 'checks'>) {
  return (
    <table className="table settings-facts">
      <tbody>
        {checks.map(({ network, tool, check, problem }) => (
          <tr key={`${network} ${tool} ${check}`}>
            <th scope="row">
              {tool}: {check}
            </th>
            <td>
              <span className="settings-fact">
                <StateGlyph state={problem === undefined ? 'ok' : 'failed'} />
                {problem ?? 'ok'}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** One sentence with the moment at which it was so. */
export function healthWords({ status, failed_checks: failed = [], timestamp, checks }: HealthReply): string {
  const at = new Date(timestamp).toLocaleTimeString()
  if (checks.length === 0) return `No tool of this project looks after itself (${at}).`
  return status === 'healthy' ? `Healthy at ${at}.` : `Degraded at ${at}: ${failed.join(', ')}.`
}
