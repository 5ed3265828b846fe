// Which wire the calls of a run go over, in a host whose lanes have some of their own.
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { CallWire } from './call-wire.ts'
import { HostLanes } from './host-lanes.ts'
import type { CallMessage, DoneMessage } from './messages.ts'

/** Two lanes that the host has found; `said` is what went over which wire. */
function twoLanes(found = 2) {
  const said: string[] = []
  const wire = (name: string) =>
    new Writable({
      decodeStrings: false,
      write(line, _encoding, next) {
        const { type, call, thread, scope, drop = [] } = JSON.parse(String(line))
        said.push([name, type, call ?? thread ?? scope, ...drop].join(' '))
        next()
      },
    })
  const lanes = new HostLanes(new CallWire(wire('host')), [wire('first'), wire('second')])
  lanes.onReady(found)
  const call = (run: string, id: string) => {
    const place = lanes.take(run, id)
    place.send({ type: 'call', call: id } as CallMessage)
    return place
  }
  const done = (id: string, holds = false) => lanes.onDone({ type: 'done', call: id, holds } as DoneMessage)
  return { lanes, said, call, done, take: () => said.splice(0) }
}

test('runs have lanes of their own while there are some, and share the wire of the host beyond', () => {
  const { call, take } = twoLanes()
  for (const run of ['a', 'b', 'c', 'a']) call(run, `of ${run}`)
  expect(take()).toEqual([
    ...['host open 0', 'first call of a', 'host open 1', 'second call of b'],
    ...['host call of c', 'first call of a'],
  ])
})

test('a host that was not handed the wires is spoken to over its own', () => {
  const { call, take } = twoLanes(1)
  for (const run of ['a', 'b']) call(run, `of ${run}`)
  expect(take()).toEqual(['host open 0', 'first call of a', 'host call of b'])
})

test('a lane goes to the next run, which makes it forget the one before', async () => {
  const { lanes, call, done, take } = twoLanes()
  call('a', '1')
  done('1')
  await lanes.close('a', 10)
  call('b', '2')
  expect(take()).toEqual(['host open 0', 'first call 1', 'first call 2 a'])
})

test.each([true, false])(
  'a run of which something lives is closed first (nothing goes on then: %s)',
  async (atRest) => {
    const { lanes, call, done, take } = twoLanes()
    call('a', '1')
    done('1', true)
    const closed = lanes.close('a', 10_000)
    call('b', '2')
    lanes.onClosed({ type: 'closed', scope: 'a', atRest })
    await closed
    call('c', '3')
    expect(take().slice(2)).toEqual([
      ...['host close a', 'host open 1', 'second call 2'],
      atRest ? 'first call 3' : 'host call 3',
    ])
  },
)

test('what stops a call reaches a lane that is stuck, which a run leaves with a call that it gives up', async () => {
  const { lanes, call, take } = twoLanes()
  const place = call('a', '1')
  for (const type of ['cancel', 'abandon'] as const) place.send({ type, call: '1' })
  call('a', '2')
  await lanes.close('a', 10)
  call('b', '3')
  expect(take()).toEqual([
    ...['host open 0', 'first call 1', 'host cancel 1', 'first cancel 1', 'host abandon 1'],
    ...['host call 2', 'host open 1', 'second call 3'],
  ])
})
