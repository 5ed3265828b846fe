import { isJsonObject, type JsonObject, jsonAt, printJson, toJson } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { applyContextOps } from '../define/context-ops.ts'
import { validateArguments } from '../validation/validate-arguments.ts'
import { OFFERED_TODOS } from './offered-todos.ts'
import { withTodos } from './render-todos.ts'
import { TODO_TOOLS } from './todo-tools.ts'

const T0 = '2026-01-01T00:00:00.000Z'
const T1 = '2026-01-01T00:00:01.000Z'
const object = (value: unknown): JsonObject => {
  const json = toJson(value)
  return isJsonObject(json) ? json : new Map()
}

/** A list that lives through calls, as it does in a run. */
function board(todos: readonly object[] = []) {
  let deps = object({ todos })
  const call = (name: string, args: object, now = T1) => {
    const result = TODO_TOOLS.get(name)?.(object(args), deps, now)
    if (result === undefined) throw new Error(`no tool ${name}`)
    deps = applyContextOps(deps, result.ops)
    return { value: JSON.parse(printJson(result.value)), ops: result.ops.length }
  }
  return { call, list: () => JSON.parse(printJson(jsonAt(deps, 'todos') ?? [])), deps: () => deps }
}

describe('add_todo', () => {
  test('[U-49] puts a todo at the front and tells the list', () => {
    const { call, list } = board()
    call('add_todo', { text: 'one' }, T0)
    const { value } = call('add_todo', { text: 'two', priority: 'high' })
    expect(value).toMatchObject({ success: true, message: 'Todo added: two' })
    expect(value.todo).toEqual({
      id: 2,
      text: 'two',
      status: 'pending',
      priority: 'high',
      created_at: T1,
      updated_at: T1,
    })
    expect(list().map((todo: { text: string }) => todo.text)).toEqual(['two', 'one'])
    expect(value.todos).toEqual(list())
  })

  test.each([
    [{ title: 'T' }, 'Todo added: T'],
    [{ text: null, description: 'D' }, 'Todo added: D'],
    [{ text: 'X', title: 'T' }, 'Todo added: X'],
  ])('[U-50] takes another field for a missing text: %o', (args, message) => {
    expect(board().call('add_todo', args).value.message).toBe(message)
  })

  test.each([[{}], [{ text: '' }], [{ text: '', title: 'T' }]])('[U-50] [E-15] [E-32] refuses %o', (args) => {
    expect(board().call('add_todo', args)).toEqual({
      value: { success: false, error: 'Todo text is required' },
      ops: 0,
    })
  })

  test('[U-51] keeps a status and stamps a completed one', () => {
    expect(board().call('add_todo', { text: 'x', status: 'completed' }).value.todo.completed_at).toBe(T1)
  })
})

describe('the other tools', () => {
  const start = [
    { id: 2, text: 'two', status: 'in_progress', priority: 'high', created_at: T0, updated_at: T0 },
    { id: 1, text: 'one', status: 'pending', priority: 'low', created_at: T0, updated_at: T0 },
  ]

  test('[U-52] update_todo leaves out what is null and moves updated_at', () => {
    const { value } = board(start).call('update_todo', { id: 1, text: null, priority: 'high' })
    expect(value).toMatchObject({ success: true, message: 'Todo updated: one' })
    expect(value.todo).toEqual({ ...start[1], priority: 'high', updated_at: T1 })
  })

  test('[U-52] an id may be written as text', () => {
    expect(board(start).call('update_todo', { id: '2', text: 'zwei' }).value.message).toBe('Todo updated: zwei')
  })

  test('completed_at comes and goes with the status', () => {
    const { call } = board(start)
    expect(call('update_todo', { id: 1, status: 'completed' }).value.todo.completed_at).toBe(T1)
    expect(call('update_todo', { id: 1, status: 'pending' }).value.todo).not.toHaveProperty('completed_at')
  })

  test('[U-53] complete_todo stamps the time', () => {
    expect(board(start).call('complete_todo', { id: 2 }).value).toMatchObject({
      message: 'Todo completed: two',
      todo: { status: 'completed', completed_at: T1 },
    })
  })

  test.each(['update_todo', 'complete_todo'])(
    '[U-52] [U-53] [E-15] %s of an unknown id names the ids there are',
    (name) => {
      expect(board(start).call(name, { id: 9 })).toEqual({
        value: { success: false, error: 'Todo not found with id: 9', available_ids: [2, 1] },
        ops: 0,
      })
    },
  )

  test('[U-54] delete_todo removes, and of an unknown id names no others', () => {
    const { call, list } = board(start)
    expect(call('delete_todo', { id: 1 }).value).toEqual({
      success: true,
      todos: [start[0]],
      message: 'Todo deleted: one',
    })
    expect(list()).toEqual([start[0]])
    expect(call('delete_todo', { id: 1 }).value).toEqual({ success: false, error: 'Todo not found with id: 1' })
  })

  test('[U-55] list_todos filters, counts what it shows, and counts all by status', () => {
    expect(board(start).call('list_todos', { status: 'pending' })).toEqual({
      value: { success: true, todos: [start[1]], total: 1, by_status: { in_progress: 1, pending: 1, completed: 0 } },
      ops: 0,
    })
    expect(board(start).call('list_todos', { priority: 'high' }).value.total).toBe(1)
  })

  test('[U-54] a number that is free again is not the newest one of the list', () => {
    const { call } = board(start)
    call('delete_todo', { id: 1 })
    expect(call('add_todo', { text: 'x' }).value.todo.id).toBe(3)
  })
})

describe('the part of the prompt', () => {
  test('[U-57] groups by status with counts, ids and marks', () => {
    const { call, deps } = board()
    call('add_todo', { text: 'done', status: 'completed' })
    call('add_todo', { text: 'later', priority: 'low' })
    call('add_todo', { text: 'now', status: 'in_progress', priority: 'high' })
    expect(withTodos('Work.', deps()).split('\n').slice(0, 13)).toEqual([
      'Work.',
      '',
      '## Current Task Progress',
      '',
      '',
      'In Progress (1):',
      '  [HIGH] [3] now',
      '',
      'Pending (1):',
      '  [LOW] [2] later',
      '',
      'Completed (1):',
      '  * [1] done',
    ])
    const usage = withTodos('Work.', deps())
    for (const name of ['add_todo', 'update_todo', 'complete_todo', 'list_todos']) expect(usage).toContain(`- ${name}(`)
    expect(usage).not.toContain('delete_todo')
  })

  test('[U-57] is not there while the list is empty', () => {
    expect(withTodos('Work.', object({ todos: [] }))).toBe('Work.')
    expect(withTodos('Work.', new Map())).toBe('Work.')
  })

  test('[E-33] says that there is nothing yet when no status is known', () => {
    expect(withTodos('Work.', object({ todos: [{ id: 1, text: 'x', status: 'odd' }] }))).toContain(
      'No tasks yet. Use add_todo() to create tasks.',
    )
  })
})

test('[U-51] the schemas name the values of status and priority', () => {
  const [add] = OFFERED_TODOS
  const errors = validateArguments(
    'strict',
    add?.parameters,
    object({ text: 'x', status: 'odd', priority: 'urgent' }),
  ).errors
  expect(errors.map((error) => [error.kind, error.path])).toEqual([
    ['enum', 'status'],
    ['enum', 'priority'],
  ])
  expect(OFFERED_TODOS.map((tool) => tool.name)).toEqual([...TODO_TOOLS.keys()])
})
