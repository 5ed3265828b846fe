import { spanId } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { todosReducer } from '../index.ts'
import { FRONT_MAN_SPAN, toolSpan } from '../paths.ts'
import { LogBuilder, startedDraft } from '../testing/index.ts'

const one = toolSpan(FRONT_MAN_SPAN, 1, 1)
const two = toolSpan(FRONT_MAN_SPAN, 2, 1)
const item = (id: number, status: string) =>
  `{"id":${id},"text":"Thing ${id}","status":"${status}","priority":"high","created_at":"t"}`
const set = (...items: string[]) => `{"ops":[{"op":"set","key":"todos","value":[${items}]}]}`
const change = (span: string, changes: string) =>
  ({ type: 'context.changed', span: spanId(span), parent: FRONT_MAN_SPAN, changes }) as const
const read = (log: LogBuilder) => todosReducer.reduce(todosReducer.initial, log.events).list

describe('the list of things to do', () => {
  test('[U-59] follows each call at once, and each thing names the calls that changed it', () => {
    const log = new LogBuilder()
      .add({ ...startedDraft('go'), deps: `{"todos":[${item(1, 'pending')}]}` })
      .add(change(one, set(item(2, 'pending'), item(1, 'pending'))))
    expect(read(log).map(({ id, status, calls }) => [id, status, calls])).toEqual([
      ['2', 'pending', [one]],
      ['1', 'pending', []],
    ])
    log.add(change(two, set(item(2, 'completed'), item(1, 'pending'))))
    expect(read(log).map(({ status, calls }) => [status, calls])).toEqual([
      ['completed', [one, two]],
      ['pending', []],
    ])
  })

  test('[U-59] other shared values and notes of tools leave it alone; deleting it empties it', () => {
    const log = new LogBuilder()
      .add(startedDraft('go'))
      .add(change(one, set(item(1, 'in_progress'))))
      .add(change(two, '{"ops":[{"op":"set","key":"cart","value":[]},{"op":"log_event","type":"x","data":null}]}'))
    expect(read(log)).toMatchObject([{ id: '1', text: 'Thing 1', priority: 'high', status: 'in_progress' }])
    log.add(change(two, '{"ops":[{"op":"delete","key":"todos"}]}'))
    expect(read(log)).toEqual([])
  })
})
