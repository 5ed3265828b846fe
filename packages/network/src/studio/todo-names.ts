// The tools over the list of things to do. An agent with `todos` may list them although no entry has their names.
import { type HoconValue, valueAt } from '@slyglass/hocon'

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
