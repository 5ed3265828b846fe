import { describe, expect, test } from 'vitest'
import { Board, untold } from './board.ts'
import type { WorkerCall } from './call.ts'

const call = {} as WorkerCall
const none = new Set<WorkerCall>()

describe('values that were sent before a report arrived', () => {
  test('do not undo what was reported', () => {
    const board = new Board(() => undefined)
    board.takeIn({ eta: '"Tue"' }, 0)
    board.data.eta = 'Wed'
    expect(board.diff(call, none)).toMatchObject({ set: { eta: '"Wed"' }, base: { eta: '"Tue"' }, report: 1 })
    board.takeIn({ eta: '"Tue"' }, 0)
    expect(board.data.eta).toBe('Wed')
    expect(board.diff(call, none)).toMatchObject({ set: {}, report: 2 })
  })

  test('do not bring back what was taken away, or take away what was added', () => {
    const board = new Board(() => undefined)
    board.takeIn({ old: '1' }, 0)
    delete board.data.old
    board.data.added = 2
    expect(board.diff(call, none)).toMatchObject({ set: { added: '2' }, del: ['old'] })
    board.takeIn({ old: '1' }, 0)
    expect(board.entries()).toEqual([['added', 2]])
  })

  test('are merged where they are new, and the report that follows says so', () => {
    const board = new Board(() => undefined)
    board.takeIn({ list: '[1]' }, 0)
    board.data.list = [1, 2]
    board.diff(call, none)
    board.takeIn({ list: '[1,3]' }, 0)
    expect(board.data.list).toEqual([1, 3, 2])
    expect(board.diff(call, none)).toMatchObject({ set: { list: '[1,3,2]' } })
  })

  test('count again once the report has arrived', () => {
    const board = new Board(() => undefined)
    board.takeIn({ eta: '"Tue"' }, 0)
    board.data.eta = 'Wed'
    board.diff(call, none)
    board.takeIn({ eta: '"Tue"' }, 1)
    expect(board.data.eta).toBe('Tue')
  })
})

describe('a call that left the board alone', () => {
  test('tells its number and nothing more, whatever the board holds', () => {
    const board = new Board(() => undefined)
    board.takeIn({ request: '{"id": "request-1", "amount": 1.50}', amounts: '[1]' }, 0)
    expect(board.diff(call, none)).toEqual(untold(1))
    Reflect.set(Object(board.data.request), 'id', 'another')
    expect(board.diff(call, none)).toMatchObject({ set: { request: '{"id":"another","amount":1.50}' }, report: 2 })
    board.data.parked = () => 1
    expect(board.diff(call, none)).toMatchObject({ opaque: { parked: 'function' }, report: 3 })
    expect(board.diff(call, none)).toEqual(untold(4))
    delete board.data.parked
    expect(board.diff(call, none)).toMatchObject({ set: {}, del: ['parked'], report: 5 })
  })
})
