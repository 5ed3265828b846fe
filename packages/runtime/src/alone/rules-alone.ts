// Which tool is meant, and the rules that count for it where no agent stands around it.
import { isJsonObject, type JsonObject, jsonAt, parseJson } from '@slyglass/base'
import type { Failure } from '@slyglass/run-log'
import { rulesOf, type ToolRules } from '../calls/discipline.ts'
import { type CallableTool, findCallable } from '../plan-tools.ts'
import type { RunRequest } from '../ports.ts'
import { sourcesOf } from '../tool-environment.ts'
import { readToolbox } from '../toolbox.ts'
import type { AloneCall, AlonePorts } from './call-alone.ts'

/** The tool with its rules, or why it cannot be called alone. */
export async function rulesAlone(ports: AlonePorts, call: AloneCall): Promise<ToolRules | Failure> {
  const tool = await findAlone(ports, call)
  if (typeof tool === 'string') return { code: 'not-alone', message: tool }
  return rulesOf(call, tool, tool)
}

async function findAlone(ports: AlonePorts, call: AloneCall): Promise<CallableTool | string> {
  const { network, request, tool: name } = call
  const entry = network.entries.find((one) => one.name === name)
  if (entry === undefined) return `${network.name} has no entry "${name}". Correct the name, or save the file first.`
  if (entry.toolbox === undefined && entry.className === undefined)
    return `${name} is an agent, which asks a model. Run the network, and talk to it there.`
  const found = findCallable(network, name, readToolbox(request as RunRequest, network))
  if (typeof found === 'string') return found
  const described = entry.toolbox === undefined ? await describe(ports, call) : undefined
  if (found === undefined && described === undefined)
    return `${name} has no function, so it cannot be called. Add "function" to its entry.`
  const tool: CallableTool = found ?? { kind: 'coded-tool', entry, name, description: '', parameters: [] }
  if (described === undefined) return tool
  return { ...tool, described, ...(entry.parameters === undefined && { schema: described.parameters }) }
}

/** What a definition in code tells of itself; undefined for a class that follows neuro-san's contract. */
async function describe(ports: AlonePorts, call: AloneCall): Promise<CallableTool['described']> {
  const { network, request, tool, signal } = call
  const entry = network.entries.find((one) => one.name === tool)
  const sources = sourcesOf({ request, network }, entry)
  const told = await ports.hosts.describe?.(sources, entry?.className ?? '', signal)
  const parsed = parseJson(told ?? 'null')
  const parameters = parsed.ok ? jsonAt(parsed.value, 'parameters') : undefined
  if (!parsed.ok || !isJsonObject(parameters)) return undefined
  const description = jsonAt(parsed.value, 'description')
  const settings = jsonAt(parsed.value, 'settings')
  const own: JsonObject = isJsonObject(settings) ? settings : new Map()
  return { description: typeof description === 'string' ? description : '', parameters, settings: own }
}
