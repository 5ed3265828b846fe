// Which of an agent's references its model is offered, and why the others are not.
import type { Entry, Network, Reference } from '@slyglass/network'
import { type OfferedTool, type Parameter, readParameters } from '@slyglass/tools'
import { toolDefinitionFault } from './error-texts.ts'

export interface CallableTool extends OfferedTool {
  readonly kind: 'coded-tool' | 'agent'
  readonly entry: Entry
  readonly parameters: readonly Parameter[]
}

export interface ToolPlan {
  readonly tools: readonly CallableTool[]
  /** Sentences for people about references that cannot be offered. */
  readonly warnings: readonly string[]
  /** What makes the whole agent unusable, in neuro-san's words. */
  readonly fault?: string
}

export function planTools(network: Network, agent: Entry): ToolPlan {
  const tools: CallableTool[] = []
  const warnings: string[] = []
  for (const reference of agent.tools) {
    const entry = network.entries.find((one) => one.name === reference.name)
    if (entry === undefined || reference.kind !== 'entry') warnings.push(notOffered(agent, reference))
    else if (entry.toolbox !== undefined) warnings.push(notOffered(agent, reference, 'a toolbox tool'))
    else if (tools.some((tool) => tool.entry === entry))
      warnings.push(`${agent.name} lists the tool ${entry.name} twice; it is offered once.`)
    else if (entry.json.has('function')) tools.push(callable(entry))
    else warnings.push(`${entry.name} has no function, so ${agent.name} cannot call it. Add "function" to its entry.`)
  }
  const fault = tools.map((tool) => toolDefinitionFault(tool.entry)).find((text) => text !== undefined)
  return { tools, warnings, ...(fault !== undefined && { fault }) }
}

function callable(entry: Entry): CallableTool {
  return {
    kind: entry.className === undefined ? 'agent' : 'coded-tool',
    entry,
    name: entry.name,
    description: entry.description ?? '',
    parameters: readParameters(entry.parameters),
  }
}

const NOT_YET: Readonly<Record<Reference['kind'], string>> = {
  entry: 'an entry',
  network: 'another network',
  mcp: 'an MCP server',
  missing: 'nothing that this network has',
}

function notOffered(agent: Entry, reference: Reference, what = NOT_YET[reference.kind]): string {
  const hint = reference.kind === 'missing' ? 'Correct the name, or add the entry.' : 'This version cannot call it.'
  return `${reference.name} is ${what}, so ${agent.name} goes on without it. ${hint}`
}
