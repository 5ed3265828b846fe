// The list as a part of an agent's instructions.
import type { JsonObject } from '@slyglass/base'
import { idText, TODO_STATUSES, todosOf, todoText } from './todo.ts'

const TITLES = { in_progress: 'In Progress', pending: 'Pending', completed: 'Completed' } as const
const MARKS: Readonly<Record<string, string>> = { high: '[HIGH]', medium: '[MED]', low: '[LOW]' }

const USAGE = [
  'These tools keep the list:',
  '- add_todo(text, status?, priority?)',
  '- update_todo(id, text?, status?, priority?)',
  '- complete_todo(id)',
  '- list_todos(status?, priority?)',
  'Keep it true while you work.',
]

/** Instructions followed by the list; unchanged while the list is empty. */
export function withTodos(instructions: string, deps: JsonObject): string {
  const todos = todosOf(deps)
  if (todos.length === 0) return instructions
  const groups = TODO_STATUSES.flatMap((status) => {
    const own = todos.filter((todo) => todo.get('status') === status)
    return own.length === 0 ? [] : ['', `${TITLES[status]} (${own.length}):`, ...own.map((todo) => line(todo, status))]
  })
  const shown = groups.length === 0 ? ['No tasks yet. Use add_todo() to create tasks.'] : groups
  return [instructions, '', '## Current Task Progress', '', ...shown, '', ...USAGE].join('\n')
}

function line(todo: JsonObject, status: (typeof TODO_STATUSES)[number]): string {
  const mark = status === 'completed' ? '*' : (MARKS[todoText(todo, 'priority')] ?? '-')
  return `  ${mark} [${idText(todo.get('id')) ?? ''}] ${todoText(todo, 'text')}`
}
