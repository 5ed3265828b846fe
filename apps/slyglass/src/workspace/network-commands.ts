// What a person may type behind the prefix of a network: the names of its tools, and their parameters in the order in which values
// without a name are read.
import { isJsonList, isJsonObject, type JsonObject, jsonAt, parseJson } from '@slyglass/base'
import { commandCallers, type Entry, type Network, studioOf } from '@slyglass/network'
import type { CommandReply, CommandsReply } from '@slyglass/protocol'
import { readToolbox } from '@slyglass/tools'
import { OWN_COMMANDS } from '@slyglass/tools/commands'
import { commandPrefix } from '../runs/read-command.ts'
import type { PermissionsOf } from './network-permissions.ts'

/** `lent` begins commands where the network says nothing of them. */
export async function networkCommands({ read, env, describe }: PermissionsOf, lent?: string): Promise<CommandsReply> {
  const { network, documents } = read
  const prefix = commandPrefix({ network, own: lent })
  if (prefix === undefined) return { network: network.name, commands: [] }
  const toolbox = readToolbox({ documents, env }, network)
  const named = new Set(commandCallers(network).flatMap(({ tools }) => tools.map(({ name }) => name)))
  const entries = network.entries.filter((entry) => entry.kind !== 'agent' && named.has(entry.name))
  const commands = await Promise.all(
    entries.map(async (entry) => commandOf(network, entry, await broughtAlong(entry, toolbox, describe))),
  )
  const taken = new Set(commands.flatMap(({ name, runtimeName }) => [name, runtimeName]))
  return {
    network: network.name,
    prefix,
    ...(commandPrefix({ network }) === undefined && { lent: true }),
    commands: [...commands, ...OWN_COMMANDS.filter(({ name }) => !taken.has(name))],
  }
}

interface Brought {
  readonly description?: string
  readonly parameters?: JsonObject
  readonly settings?: JsonObject
}

/** What a tool tells of itself: its table in the toolbox, or its definition in code. */
async function broughtAlong(entry: Entry, toolbox: JsonObject, describe: PermissionsOf['describe']): Promise<Brought> {
  const told =
    entry.toolbox === undefined
      ? parseJson((await describe?.(entry)) ?? 'null')
      : { ok: true, value: toolbox.get(entry.toolbox) }
  const value = told.ok ? told.value : undefined
  const [description, parameters] = [jsonAt(value, 'description'), jsonAt(value, 'parameters')]
  const settings = jsonAt(value, entry.toolbox === undefined ? 'settings' : 'studio')
  return {
    ...(typeof description === 'string' && { description }),
    ...(isJsonObject(parameters) && { parameters }),
    ...(isJsonObject(settings) && { settings }),
  }
}

/** What its entry says wins. */
function commandOf(network: Network, entry: Entry, brought: Brought): CommandReply {
  const runtimeName = studioOf(network, entry, brought.settings)?.tool.runtimeName
  const description = (entry.description ?? brought.description)?.trim().split('\n')[0]
  return {
    name: entry.name,
    ...(runtimeName !== undefined && { runtimeName }),
    ...(description !== undefined && { description }),
    parameters: parametersIn(entry.parameters ?? brought.parameters),
  }
}

function parametersIn(schema: JsonObject | undefined): CommandReply['parameters'] {
  const [properties, required] = [schema?.get('properties'), schema?.get('required')]
  if (!isJsonObject(properties)) return []
  const needed: readonly unknown[] = isJsonList(required) ? required : []
  return [...properties].map(([name, property]) => {
    const type = jsonAt(property, 'type')
    return { name, ...(typeof type === 'string' && { type }), ...(needed.includes(name) && { required: true }) }
  })
}
