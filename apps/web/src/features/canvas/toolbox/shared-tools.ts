// What the toolbox of a network offers, as rows that can be searched. Pure.
import { type Entry, type Network, studioOf, TODO_TOOL_NAMES } from '@slyglass/network'
import type { ToolboxToolReply } from '@slyglass/protocol'

/** One thing that can be added. */
export interface ToolRow {
  readonly name: string
  /** A tool over the list of things to do is listed by its name; any other one gets an entry. */
  readonly kind: 'shared' | 'todo'
  readonly about: string
  readonly state: 'usable' | 'mockable' | 'unavailable'
  readonly needs: ToolboxToolReply['needs']
  /** Why it cannot be called. */
  readonly reason?: string
  /** The project's file that defines it. */
  readonly file?: string
  readonly url?: string
  /** Which entry of the network is used, where there is one already. */
  readonly here?: string
}

/** Shared tools, those that can be called first, then the tools over the list of things to do. */
export function toolRows(network: Network, caller: Entry | undefined, tools: readonly ToolboxToolReply[]): ToolRow[] {
  const shared = tools.map((tool): ToolRow => {
    const entry = network.entries.find(({ toolbox }) => toolbox === tool.name)
    const { name, readiness: state, needs, reason, file, url, description } = tool
    return {
      ...{
        name,
        kind: 'shared',
        state,
        needs,
        about: description ?? 'A class of LangChain; it tells itself what it does.',
      },
      ...(reason !== undefined && { reason }),
      ...(file !== undefined && { file }),
      ...(url !== undefined && { url }),
      ...(entry !== undefined && {
        here: entry.name === name ? 'in this network' : `in this network as ${entry.name}`,
      }),
    }
  })
  const ordered = shared.sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))
  return [...ordered, ...TODO_TOOL_NAMES.map((name) => todoRow(network, caller, name))]
}

const ORDER: readonly ToolRow['state'][] = ['usable', 'mockable', 'unavailable']

function todoRow(network: Network, caller: Entry | undefined, name: string): ToolRow {
  const about = `${TODO_WORDS[name] ?? 'Changes the list of things to do'}. Agents list it by its name.`
  const row = { name, kind: 'todo', about, needs: [] } as const
  // An entry of the network wins over the built-in tool of the same name.
  if (network.entries.some((entry) => entry.name === name))
    return { ...row, state: 'unavailable', reason: `This network’s own entry ${name} is used.` }
  if (studioOf(network, caller)?.todos.enabled !== true)
    return { ...row, state: 'unavailable', reason: 'It needs studio { todos { enabled = true } } in the network.' }
  const isListed = caller?.tools.some((tool) => tool.name === name) === true
  return { ...row, state: 'usable', ...(isListed && { here: `listed by ${caller.name}` }) }
}

const TODO_WORDS: Readonly<Record<string, string>> = {
  add_todo: 'Writes something to do on the list',
  update_todo: 'Changes something on the list',
  complete_todo: 'Ticks something off',
  delete_todo: 'Takes something off the list',
  list_todos: 'Reads the list',
}

/** Rows in which every word that was typed occurs: in the name, the description or what is needed. */
export function findTools(rows: readonly ToolRow[], typed: string): readonly ToolRow[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter(({ name, about, needs, file }) => {
    const text = [name, about, file ?? '', ...needs.map((need) => need.name)].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Who lists an added tool: the agent that it was dropped on, else the picked one, else the front man. */
export function callerOf({ entries, frontMan }: Network, names: readonly (string | undefined)[]): Entry | undefined {
  const agents = names.map((name) => entries.find((entry) => entry.name === name && entry.kind === 'agent'))
  return agents.find((agent) => agent !== undefined) ?? frontMan
}
