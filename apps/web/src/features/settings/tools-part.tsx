import type { StatusReply } from '@slyglass/protocol'
import { useState } from 'react'
import { client } from '../../app/public/client.ts'
import { sentenceOf } from '../../app/public/files.ts'
import { refreshStatus } from '../../app/public/project.ts'
import { Pill } from '../../ui/index.ts'

/** What holds for every tool that this studio runs: whether it may open connections. */
export function ToolsPart({ status }: { readonly status: StatusReply }) {
  const { toolNetwork, toolNetworkFixed, bubblewrap } = status
  const [said, setSaid] = useState('')
  const isOpen = toolNetwork === 'on'
  const choose = async (network: 'on' | 'off') => {
    const reply = await client.saveTools({ network })
    setSaid(reply.ok ? SAID[reply.value.network] : sentenceOf(reply.error))
    await refreshStatus()
  }
  return (
    <section aria-label="Tools" className="settings-part">
      <header className="settings-head">
        <h2>Tools</h2>
        <Pill tone={isOpen ? 'plain' : 'wait'}>{isOpen ? 'network on' : 'network off'}</Pill>
      </header>
      <label className="settings-switch">
        <input
          type="checkbox"
          role="switch"
          aria-checked={isOpen}
          checked={isOpen}
          disabled={toolNetworkFixed === true}
          onChange={(event) => void choose(event.target.checked ? 'on' : 'off')}
        />
        <span>Tools may open connections</span>
      </label>
      <p className="text-2">
        On, because most tools exist to reach something. Off counts for every project, whatever a network says, from the
        next call on; a network can close it for its own tools with <code>studio.environment.network = off</code>.
        {bubblewrap ? '' : ' This machine has no bubblewrap to hold it, so while it is off tools are not started.'}
        {toolNetworkFixed === true ? ' SLYGLASS_TOOL_NETWORK=off closed it when the studio was started.' : ''}
      </p>
      <p role="status" aria-label="Tools" className="settings-result">
        {said}
      </p>
    </section>
  )
}

const SAID = {
  on: 'From the next call on tools may open connections.',
  off: 'From the next call on no tool opens a connection.',
}
