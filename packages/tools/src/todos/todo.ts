// One thing to do, as tools and logs hold it: JSON of known fields, and whatever else somebody put there.
import { isJsonList, isJsonObject, type Json, JsonNumber, type JsonObject } from '@slyglass/base'

/** The key of the shared values under which the list is. */
export const TODOS_KEY = 'todos'
/** What a todo may be, in the order in which groups are shown. */
export const TODO_STATUSES = ['in_progress', 'pending', 'completed'] as const
/** How urgent a todo may be. */
export const TODO_PRIORITIES = ['low', 'medium', 'high'] as const

/** The list as it is shared; items that are no objects are left out. */
export function todosOf(deps: JsonObject): readonly JsonObject[] {
  const list = deps.get(TODOS_KEY)
  return isJsonList(list) ? list.filter(isJsonObject) : []
}

/** A number that no todo of the list has, nor one that another call of the same answer adds. */
export function nextId(todos: readonly JsonObject[], place: number): JsonNumber {
  const ids = todos.map((todo) => idText(todo.get('id'))).map(Number)
  return new JsonNumber(String(Math.max(0, ...ids.filter(Number.isSafeInteger)) + place))
}

/** An id as text, so that "1" and 1 are the same; undefined where there is none. */
export function idText(id: Json | undefined): string | undefined {
  if (id instanceof JsonNumber) return id.text.replace(/\.0+$/, '')
  return typeof id === 'string' && id.trim() !== '' ? id.trim() : undefined
}

/** A text field of a todo. */
export function todoText(todo: JsonObject, field: string): string {
  const value = todo.get(field)
  return typeof value === 'string' ? value : ''
}

/** The todo with another status; the time of its completion comes and goes with it. */
export function withStatus(todo: JsonObject, status: Json, now: string): JsonObject {
  const changed = new Map([...todo, ['status', status] as const])
  if (status !== 'completed') changed.delete('completed_at')
  else if (todoText(todo, 'status') !== 'completed' || !changed.has('completed_at')) changed.set('completed_at', now)
  return changed
}
