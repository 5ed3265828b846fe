import { isJsonObject, type JsonObject, jsonAt, printJson, toJson } from '@slyglass/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyContextOps } from '../define/context-ops.ts'
import { mergeTodos } from './merge-todos.ts'
import { TODO_TOOLS } from './todo-tools.ts'

type Called = readonly [name: string, args: object]

const object = (value: unknown): JsonObject => {
  const json = toJson(value)
  return isJsonObject(json) ? json : new Map()
}

/** Makes the calls of one answer: each sees the list from before the answer, and they are committed in order. */
function answer(todos: readonly object[], calls: readonly Called[]): readonly Record<string, unknown>[] {
  const before = object({ todos })
  const made = calls.map(([name, args], index) => {
    const result = TODO_TOOLS.get(name)?.(object(args), before, '2026-01-01T00:00:00.000Z', index + 1)
    if (result === undefined) throw new Error(`no tool ${name}`)
    return result.ops
  })
  const after = made.reduce((now, ops) => applyContextOps(now, mergeTodos(ops, before, now)), before)
  return JSON.parse(printJson(jsonAt(after, 'todos') ?? []))
}

const todo = (id: number, more: object = {}) => ({ id, text: `t${id}`, status: 'pending', priority: 'low', ...more })
const add = (text: string): Called => ['add_todo', { text }]

describe('calls of one answer over the list of things to do', () => {
  test('[U-56] [U-49] keep what each of them adds, newest first, with ids of their own', () => {
    const list = answer([todo(4)], [add('a'), ['list_todos', {}], add('b'), add('c')])
    expect(list.map(({ id, text }) => `${id} ${text}`)).toEqual(['8 c', '7 b', '5 a', '4 t4'])
  })

  test('[U-52] [U-53] change different fields of one todo', () => {
    const calls: Called[] = [['update_todo', { id: 1, text: 'new' }], ['complete_todo', { id: 1 }], add('more')]
    expect(answer([todo(1), todo(2)], calls)).toMatchObject([
      { id: 5, text: 'more' },
      { id: 1, text: 'new', status: 'completed', completed_at: '2026-01-01T00:00:00.000Z' },
      { id: 2, text: 't2' },
    ])
  })

  test('[U-52] of one field the last call counts', () => {
    const calls: Called[] = ['one', 'two'].map((text) => ['update_todo', { id: 1, text }])
    expect(answer([todo(1)], calls)).toMatchObject([{ text: 'two' }])
  })

  test('[U-54] what is deleted stays away, whatever the others change', () => {
    const calls: Called[] = [
      ['update_todo', { id: 1, text: 'x' }],
      ['delete_todo', { id: 1 }],
      ['complete_todo', { id: 1 }],
    ]
    expect(answer([todo(1), todo(2)], calls)).toEqual([todo(2)])
  })

  test('[U-49] ids are unique, nothing added is lost, and a call alone is the change itself', () => {
    const call = fc.oneof(
      fc.string({ minLength: 1 }).map((text): Called => add(`n${text}`)),
      fc.integer({ min: 1, max: 6 }).map((id): Called => ['complete_todo', { id }]),
      fc.integer({ min: 1, max: 6 }).map((id): Called => ['delete_todo', { id }]),
    )
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 6 })), fc.array(call, { maxLength: 8 }), (ids, calls) => {
        const list = answer(
          ids.map((id) => todo(id)),
          calls,
        )
        const found = list.map(({ id }) => id)
        expect(new Set(found).size).toBe(found.length)
        const deleted = new Set(
          calls.flatMap(([name, args]) => (name === 'delete_todo' ? [(args as { id: number }).id] : [])),
        )
        const adds = calls.filter(([name]) => name === 'add_todo').length
        expect(list.length).toBe(ids.filter((id) => !deleted.has(id)).length + adds)
      }),
    )
  })
})
