// Several calls of one answer change the same list: each was made from the list as it stood before the answer, and none may undo
// what the others did.
import { isJsonList, isJsonObject, type Json, type JsonObject, printJson } from '@slyglass/base'
import type { ContextOp } from '../define/context-ops.ts'
import { idText, TODOS_KEY, todosOf } from './todo.ts'

/**
 * What a todo tool changed, carried over to the list as it is now. `before` is what the tool was told. Where nobody else changed
 * anything it is the change itself.
 */
export function mergeTodos(ops: readonly ContextOp[], before: JsonObject, now: JsonObject): readonly ContextOp[] {
  if (printJson(before.get(TODOS_KEY) ?? null) === printJson(now.get(TODOS_KEY) ?? null)) return ops
  return ops.map((op) =>
    op.op === 'set' && op.key === TODOS_KEY && isJsonList(op.value)
      ? { ...op, value: merged(todosOf(before), op.value.filter(isJsonObject), todosOf(now)) }
      : op,
  )
}

type Todos = readonly JsonObject[]

function merged(before: Todos, after: Todos, now: Todos): Todos {
  const [old, own] = [byId(before), byId(after)]
  const added = after.filter((todo) => !old.has(idOf(todo)))
  const kept = now.filter((todo) => own.has(idOf(todo)) || !old.has(idOf(todo)))
  return [...added, ...kept.map((todo) => carried(todo, old.get(idOf(todo)), own.get(idOf(todo))))]
}

/** The fields that the tool changed, put on the todo as it is now. */
function carried(now: JsonObject, before: JsonObject | undefined, after: JsonObject | undefined): JsonObject {
  if (before === undefined || after === undefined) return now
  const next = new Map<string, Json>(now)
  for (const [field, value] of after) if (isOther(before.get(field), value)) next.set(field, value)
  for (const field of before.keys()) if (!after.has(field)) next.delete(field)
  return next
}

const isOther = (before: Json | undefined, after: Json): boolean =>
  before === undefined || printJson(before) !== printJson(after)

const idOf = (todo: JsonObject): string => idText(todo.get('id')) ?? printJson(todo)

function byId(todos: Todos): ReadonlyMap<string, JsonObject> {
  return new Map(todos.map((todo) => [idOf(todo), todo]))
}
