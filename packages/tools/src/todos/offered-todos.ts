// What a model is told of the five tools.
import { isJsonObject, type JsonObject } from '@slyglass/base'
import type { ToolDescription } from '../define/describe-tool.ts'
import { plainJson } from '../define/plain-json.ts'
import { TODO_PRIORITIES, TODO_STATUSES } from './todo.ts'

const ID = { type: ['integer', 'string'], description: 'Number of the todo.' }
const STATUS = { type: 'string', enum: [...TODO_STATUSES], description: 'How far it is.' }
const PRIORITY = { type: 'string', enum: [...TODO_PRIORITIES], description: 'How urgent it is.' }
const TEXT = { type: 'string', description: 'What is to be done.' }

/** The five tools as they are offered. */
export const OFFERED_TODOS: readonly ToolDescription[] = [
  offered('add_todo', 'Adds something to do to the list.', {
    text: TEXT,
    title: { type: 'string', description: 'Stands in for a missing text.' },
    description: { type: 'string', description: 'Stands in for a missing text and title.' },
    status: STATUS,
    priority: PRIORITY,
  }),
  offered(
    'update_todo',
    'Changes text, status or priority of a todo.',
    { id: ID, text: TEXT, status: STATUS, priority: PRIORITY },
    ['id'],
  ),
  offered('complete_todo', 'Marks a todo as completed.', { id: ID }, ['id']),
  offered('delete_todo', 'Takes a todo off the list.', { id: ID }, ['id']),
  offered('list_todos', 'Tells the list, all of it or by status and priority.', { status: STATUS, priority: PRIORITY }),
]

function offered(
  name: string,
  description: string,
  properties: object,
  required: readonly string[] = [],
): ToolDescription {
  const parameters = plainJson({ type: 'object', properties, required })
  const settings: JsonObject = new Map([['category', 'write' as const]])
  return {
    name,
    description,
    parameters: isJsonObject(parameters) ? parameters : new Map(),
    settings: name === 'list_todos' ? new Map([['category', 'read']]) : settings,
    env: [],
    hasHealth: false,
  }
}
