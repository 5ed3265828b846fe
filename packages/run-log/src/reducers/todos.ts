// The list of things to do as it stands, and which calls made it so.
import { isJsonList, isJsonObject, type Json, JsonNumber, type JsonObject, jsonAt, parseJson } from '@slyglass/base'
import { applyContextOps, type ContextOp, readContextOps } from '../context-ops.ts'
import type { EventOf, LogEvent } from '../events.ts'
import type { Reducer, Todo, Todos } from '../views.ts'
import { foldReducer, type Mutable } from './fold.ts'

/** The key of the shared values under which the list is. */
const KEY = 'todos'

interface State extends Todos {
  readonly values: JsonObject
}

const INITIAL: State = { lastSeq: -1, list: [], values: new Map() }

/** Live: a change counts as soon as its call is committed, whichever agent made it. */
export const todosReducer: Reducer<Todos> = foldReducer<State, Mutable<State>>(INITIAL, {
  open: (state) => ({ ...state }),
  close: (draft) => draft,
  apply(draft, event) {
    if (event.type === 'run.started' && event.deps !== undefined) draft.values = only(at(event.deps, KEY))
    else if (event.type === 'context.changed') draft.values = applyContextOps(draft.values, opsOf(event))
    else return
    draft.list = changed(draft.list, objectsOf(draft.values.get(KEY)), event)
  },
})

const only = (list: Json | undefined): JsonObject => new Map(list === undefined ? [] : [[KEY, list]])

function opsOf({ changes }: EventOf<'context.changed'>): readonly ContextOp[] {
  return readContextOps(at(changes, 'ops')).filter((op) => op.op !== 'log_event' && op.key === KEY)
}

function at(text: string, key: string): Json | undefined {
  const parsed = parseJson(text)
  return parsed.ok ? jsonAt(parsed.value, key) : undefined
}

function objectsOf(list: Json | undefined): readonly JsonObject[] {
  return isJsonList(list) ? list.filter(isJsonObject) : []
}

function changed(before: readonly Todo[], list: readonly JsonObject[], event: LogEvent): readonly Todo[] {
  const known = new Map(before.map((todo) => [todo.id, todo]))
  return list.map((item, index) => {
    const told = readTodo(item, index)
    const earlier = known.get(told.id)
    const isSame = earlier?.text === told.text && earlier.status === told.status && earlier.priority === told.priority
    if (earlier !== undefined && isSame) return earlier
    const calls = earlier?.calls ?? []
    return { ...told, calls: event.type === 'context.changed' ? [...calls, event.span] : calls }
  })
}

function readTodo(item: JsonObject, index: number): Omit<Todo, 'calls'> {
  const word = (name: string) => {
    const value = item.get(name)
    return typeof value === 'string' ? value : ''
  }
  const id = item.get('id')
  const named = id instanceof JsonNumber ? id.text : typeof id === 'string' ? id : `#${index + 1}`
  return { id: named, text: word('text'), status: word('status') || 'pending', priority: word('priority') }
}
