// Tools that the studio adds by itself. An agent with `todos` may list those over the list of things to do although no entry has
// their names; others are in no list of tools.
import { type HoconValue, valueAt } from '@slyglass/hocon'
import { STUDIO_TOOLS } from './studio-tools.ts'

export const TODO_TOOL_NAMES: readonly string[] = [
  'add_todo',
  'update_todo',
  'complete_todo',
  'delete_todo',
  'list_todos',
]

/** True when `todos` is enabled in an entry, or in the network and not switched off in the entry. */
export function hasTodos(root: HoconValue, entry: HoconValue): boolean {
  const flagOf = (value: HoconValue) => {
    const written = value.kind === 'object' ? valueAt(value, 'studio', 'todos', 'enabled') : undefined
    return written?.kind === 'boolean' ? written.flag : undefined
  }
  return flagOf(entry) ?? flagOf(root) ?? false
}

/** Tools that come where they are needed. */
const SERVANTS: readonly string[] = ['read_result', 'spill_read', 'tool_describe']

/** Tools that agents have without listing them. */
export const OWN_TOOLS: readonly string[] = [...TODO_TOOL_NAMES, ...SERVANTS, 'run_code']

/** True for a tool of the studio that no agent lists. */
export const isUnlisted = (name: string): boolean => name === 'run_code' || SERVANTS.includes(name)

/** How an agent gets the tool of the studio that it lists in vain; undefined for any other name. */
export function studioToolHint(name: string): string | undefined {
  if (TODO_TOOL_NAMES.includes(name)) return 'it comes with studio.todos.enabled = true'
  if (name === 'run_code')
    return 'it comes with studio.code_mode.enabled = true, so take it out of "tools"; only studio.allowed_tools may name it'
  if (SERVANTS.includes(name))
    return 'the studio adds it where it is needed, so take it out of "tools"; only studio.allowed_tools may name it'
  if (STUDIO_TOOLS.has(name))
    return `it is a tool of the studio that needs an entry: { name = ${name}, toolbox = ${name} }`
  return undefined
}
