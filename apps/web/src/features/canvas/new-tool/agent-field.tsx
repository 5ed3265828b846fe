import type { Network } from '@slyglass/network'
import { useState } from 'react'
import { selectedEntry } from '../../../app/public/selected-entry.ts'
import { Field } from '../../../ui/index.ts'

/** The agent that is to call a new tool: the picked one, else the front man. */
export function useCaller(network: Network) {
  const agents = network.entries.filter(({ kind }) => kind === 'agent').map(({ name }) => name)
  const [agent, setAgent] = useState(() => pickedAgent(agents) ?? network.frontMan?.name ?? agents[0] ?? '')
  return [agent, setAgent, agents] as const
}

function pickedAgent(agents: readonly string[]): string | undefined {
  const picked = selectedEntry()
  return agents.find((name) => name === picked)
}

interface AgentFieldProps {
  readonly agents: readonly string[]
  readonly agent: string
  onAgent(name: string): void
}

export function AgentField({ agents, agent, onAgent }: AgentFieldProps) {
  return (
    <Field label="Called by" help="Its list of tools gets the name. What else is unsaved is saved first.">
      {(control) => (
        <select {...control} className="input" value={agent} onChange={(event) => onAgent(event.target.value)}>
          {agents.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      )}
    </Field>
  )
}
