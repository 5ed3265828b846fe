import type { Todo } from '@slyglass/run-log'
import { expect, test } from 'vitest'
import { orderTodos, statusWord, todoSummary } from './todo-words.ts'

const todo = (id: string, status: string): Todo => ({ id, text: id, status, priority: 'low', calls: [] })
const list = [
  todo('1', 'completed'),
  todo('2', 'pending'),
  todo('3', 'blocked'),
  todo('4', 'in_progress'),
  todo('5', 'pending'),
]

test('[U-59] the board goes by status, unknown ones last, and keeps the order of the list inside', () => {
  expect(orderTodos(list).map(({ id }) => id)).toEqual(['4', '2', '5', '1', '3'])
  expect(list.map(({ status }) => statusWord(status))).toEqual(['done', 'to do', 'blocked', 'in progress', 'to do'])
  expect(todoSummary(list)).toBe('1 of 5 done')
})
