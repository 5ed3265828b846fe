// The five tools over the list of things to do. A refusal is a result like any other, so that the model can go on.
import { type Json, JsonNumber, type JsonObject } from '@slyglass/base'
import type { ContextOp } from '../define/context-ops.ts'
import { idText, nextId, TODO_STATUSES, TODOS_KEY, todosOf, todoText, withStatus } from './todo.ts'

/** What a call gave, and how the list changes when it is committed. */
export interface TodoResult {
  readonly value: JsonObject
  readonly ops: readonly ContextOp[]
}

/** A tool of the list. `now` is ISO text; `place` is that of the call among those of its answer, from 1. */
export type TodoTool = (args: JsonObject, deps: JsonObject, now: string, place?: number) => TodoResult

function addTodo(args: JsonObject, deps: JsonObject, now: string, place = 1): TodoResult {
  const text = ['text', 'title', 'description']
    .map((name) => args.get(name))
    .find((one) => one !== undefined && one !== null)
  if (typeof text !== 'string' || text.trim() === '') return refused('Todo text is required')
  const todos = todosOf(deps)
  const status = args.get('status') ?? 'pending'
  const todo = withStatus(
    new Map<string, Json>([
      ['id', nextId(todos, place)],
      ['text', text],
      ['status', status],
      ['priority', args.get('priority') ?? 'medium'],
      ['created_at', now],
      ['updated_at', now],
    ]),
    status,
    now,
  )
  return changed([todo, ...todos], todo, `Todo added: ${text}`)
}

function updateTodo(args: JsonObject, deps: JsonObject, now: string): TodoResult {
  return withTodo(args, deps, (todo) => {
    const fields = ['text', 'priority'].filter((name) => (args.get(name) ?? null) !== null)
    const told = new Map([...todo, ...fields.map((name) => [name, args.get(name) ?? null] as const)])
    const status = args.get('status') ?? null
    const next = new Map([...(status === null ? told : withStatus(told, status, now)), ['updated_at', now] as const])
    return { next, message: `Todo updated: ${todoText(next, 'text')}` }
  })
}

function completeTodo(args: JsonObject, deps: JsonObject, now: string): TodoResult {
  return withTodo(args, deps, (todo) => {
    const next = new Map([...withStatus(todo, 'completed', now), ['updated_at', now] as const])
    return { next, message: `Todo completed: ${todoText(next, 'text')}` }
  })
}

function deleteTodo(args: JsonObject, deps: JsonObject): TodoResult {
  const todos = todosOf(deps)
  const todo = find(todos, args)
  if (todo === undefined) return refused(notFound(args))
  const rest = todos.filter((one) => one !== todo)
  return done(rest, [['message', `Todo deleted: ${todoText(todo, 'text')}`]])
}

function listTodos(args: JsonObject, deps: JsonObject): TodoResult {
  const todos = todosOf(deps)
  const fits = (todo: JsonObject, name: string) =>
    (args.get(name) ?? null) === null || todo.get(name) === args.get(name)
  const shown = todos.filter((todo) => fits(todo, 'status') && fits(todo, 'priority'))
  const count = (status: string) => count_(todos.filter((todo) => todo.get('status') === status))
  const value: JsonObject = new Map<string, Json>([
    ['success', true],
    ['todos', shown],
    ['total', count_(shown)],
    ['by_status', new Map(TODO_STATUSES.map((status) => [status, count(status)] as const))],
  ])
  return { value, ops: [] }
}

/** The tools by name. */
export const TODO_TOOLS: ReadonlyMap<string, TodoTool> = new Map<string, TodoTool>([
  ['add_todo', addTodo],
  ['update_todo', updateTodo],
  ['complete_todo', completeTodo],
  ['delete_todo', deleteTodo],
  ['list_todos', listTodos],
])

const count_ = (list: readonly unknown[]): JsonNumber => new JsonNumber(String(list.length))

function find(todos: readonly JsonObject[], args: JsonObject): JsonObject | undefined {
  const id = idText(args.get('id'))
  return id === undefined ? undefined : todos.find((todo) => idText(todo.get('id')) === id)
}

const notFound = (args: JsonObject): string => `Todo not found with id: ${idText(args.get('id')) ?? ''}`

function withTodo(
  args: JsonObject,
  deps: JsonObject,
  change: (todo: JsonObject) => { readonly next: JsonObject; readonly message: string },
): TodoResult {
  const todos = todosOf(deps)
  const todo = find(todos, args)
  if (todo === undefined) return refused(notFound(args), [['available_ids', todos.map((one) => one.get('id') ?? null)]])
  const { next, message } = change(todo)
  return changed(
    todos.map((one) => (one === todo ? next : one)),
    next,
    message,
  )
}

type Fields = readonly (readonly [string, Json])[]

function changed(todos: readonly JsonObject[], todo: JsonObject, message: string): TodoResult {
  return done(todos, [['message', message]], todo)
}

function done(todos: readonly JsonObject[], more: Fields, todo?: JsonObject): TodoResult {
  const fields: Fields = [
    ['success', true],
    ...(todo === undefined ? [] : [['todo', todo] as const]),
    ['todos', todos],
    ...more,
  ]
  return { value: new Map(fields), ops: [{ op: 'set', key: TODOS_KEY, value: todos }] }
}

function refused(error: string, more: Fields = []): TodoResult {
  return { value: new Map<string, Json>([['success', false], ['error', error], ...more]), ops: [] }
}
