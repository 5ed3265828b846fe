import { Duplex } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ThreadPlace } from './host-thread.ts'
import { HostThreads } from './host-threads.ts'
import type { DoneMessage, ToHost } from './messages.ts'
import { threadCounts } from './thread-counts.ts'

const COUNTS = { own: 2, most: 3 }

/** Threads that do nothing by themselves: what they are sent is kept, what they say the test says. */
function openThreads() {
  const sent: ToHost[][] = Array.from({ length: COUNTS.most }, () => [])
  const said = { control: [] as ToHost[], done: [] as DoneMessage[], again: [] as string[], none: 0 }
  const pongs: (() => void)[] = []
  const wires = sent.map(
    (lines) =>
      new Duplex({
        read() {},
        write(line, _encoding, done) {
          lines.push(JSON.parse(String(line)))
          done()
        },
      }),
  )
  const threads = new HostThreads(wires, {
    counts: COUNTS,
    control: (message) => void said.control.push(message),
    listen: (wire, onPong) => {
      pongs[wires.indexOf(wire)] = onPong
    },
    done: (message) => {
      said.done.push(message)
      threads.onDone(message)
    },
    again: (call) => void said.again.push(call),
    onNone: () => {
      said.none += 1
    },
  })
  let counter = 0
  /** Calls a run, as soon as it gets a place. */
  const call = (run: string) => {
    counter += 1
    const id = `c${counter}`
    const send = (place: ThreadPlace) => {
      place.send(callMessage(id, run))
      return { id, thread: place.thread.number }
    }
    const place = threads.take(run, id)
    return { id, thread: place instanceof Promise ? place.then(send) : send(place) }
  }
  const done = (id: string, holds = false) => threads.onDone(doneMessage(id, holds))
  /** Calls a run to its end; answers the number of the thread. */
  const run = (name: string, holds = false) => {
    const { id, thread } = call(name)
    done(id, holds)
    return thread instanceof Promise ? 'waits' : thread.thread
  }
  const end = async (number: number, taken: number) => {
    wires[number]?.destroy()
    await threads.onEnded({ type: 'ended', thread: number, taken, code: 'host-lost', message: 'It ended.' })
  }
  return { threads, sent, said, pongs, call, done, run, end }
}

function callMessage(call: string, scope: string): ToHost {
  const none = { modules: [], argsJson: '{}', origin: [], idempotencyKey: '', sly: {}, seen: 0 }
  return { type: 'call', call, scope, class: 'tools.Tool', ...none }
}

function doneMessage(call: string, holds: boolean): DoneMessage {
  const nothing = { reads: null, abandoned: false, synchronous: false, sly: { set: {}, del: [], opaque: {}, base: {} } }
  return { type: 'done', call, ok: true, text: '', valueJson: null, holds, ...nothing }
}

const threadOf = async (call: { readonly thread: unknown }) =>
  ((await call.thread) as { readonly thread: number }).thread

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] }))
afterEach(() => void vi.useRealTimers())

describe('the threads of a host', () => {
  test('go to one run each, for as many runs as have one to themselves', () => {
    const { run, said } = openThreads()
    expect([run('a'), run('b'), run('a'), run('b')]).toEqual([0, 1, 0, 1])
    expect(said.control).toEqual([
      { type: 'open', thread: 0 },
      { type: 'open', thread: 1 },
    ])
  })

  test('are shared by more runs one after the other: the one that was used last is the warmest', () => {
    const { run } = openThreads()
    run('a')
    run('b')
    expect([run('c'), run('d'), run('a')]).toEqual([1, 1, 0])
  })

  test('forget a run that is called elsewhere, or is over, before they take up the next', async () => {
    const { threads, run, sent } = openThreads()
    run('a')
    await threads.close('a', 100)
    run('b')
    expect(sent[0]?.at(-1)).toMatchObject({ type: 'call', scope: 'b', drop: ['a'] })
    await threads.close('b', 100)
    vi.advanceTimersByTime(1_000)
    expect(sent[0]?.at(-1)).toEqual({ type: 'drop', scopes: ['b'] })
  })

  test('are told of runs to forget by their calls, and once a second where no call comes', async () => {
    const { threads, run, sent } = openThreads()
    for (let count = 0; count < 20; count += 1) {
      run(`r${count}`)
      await threads.close(`r${count}`, 100)
      vi.advanceTimersByTime(90)
    }
    vi.advanceTimersByTime(2_000)
    expect(sent[0]?.filter(({ type }) => type === 'drop')).toHaveLength(2)
    expect(sent[0]?.flatMap((line) => ('drop' in line ? line.drop : 'scopes' in line ? line.scopes : []))).toEqual(
      Array.from({ length: 20 }, (_, count) => `r${count}`),
    )
  })

  test('belong to the run of which something lives in them, until it is closed', async () => {
    const { threads, run, sent } = openThreads()
    expect([run('a', true), run('b'), run('c'), run('d')]).toEqual([0, 1, 1, 1])
    const closed = threads.close('a', 100)
    expect(sent[0]?.at(-1)).toEqual({ type: 'close', scope: 'a' })
    threads.onClosed({ type: 'closed', scope: 'a', atRest: true })
    await closed
    expect(run('e')).toBe(0)
  })

  test('end when something goes on in them after the run is closed', async () => {
    const { threads, run, said } = openThreads()
    run('a', true)
    void threads.close('a', 100)
    threads.onClosed({ type: 'closed', scope: 'a', atRest: false })
    expect(said.control.at(-1)).toEqual({ type: 'end', thread: 0 })
    expect(run('b')).toBe(1)
  })
})

describe('a run whose thread another run works in', () => {
  test('waits for it a moment, and has its board there', async () => {
    const { call, done, run } = openThreads()
    for (const name of ['a', 'b', 'c']) run(name)
    const busy = call('c')
    const waits = call('b')
    expect(waits.thread).toBeInstanceOf(Promise)
    done(busy.id)
    expect(await threadOf(waits)).toBe(1)
  })

  test('goes to another when that takes longer, and is forgotten where it was', async () => {
    const { call, run, sent } = openThreads()
    for (const name of ['a', 'b', 'c']) run(name)
    const busy = call('c')
    const waits = call('b')
    vi.advanceTimersByTime(11)
    expect([await threadOf(busy), await threadOf(waits)]).toEqual([1, 0])
    vi.advanceTimersByTime(1_000)
    expect(sent[1]?.at(-1)).toEqual({ type: 'drop', scopes: ['b'] })
  })

  test('brings all its calls that wait, in their order', async () => {
    const { call, done, run } = openThreads()
    for (const name of ['a', 'b', 'c']) run(name)
    const busy = [call('c'), call('a')]
    const waits = [call('b'), call('b')]
    done(busy[1]?.id ?? '')
    vi.advanceTimersByTime(20)
    expect(await Promise.all(waits.map((one) => one.thread))).toEqual([
      { id: waits[0]?.id, thread: 0 },
      { id: waits[1]?.id, thread: 0 },
    ])
  })
})

describe('when runs are at work in all threads', () => {
  test('another is started after a moment, while there may be more', async () => {
    const { call, said } = openThreads()
    for (const name of ['a', 'b']) call(name)
    const third = call('c')
    vi.advanceTimersByTime(60)
    expect(await threadOf(third)).toBe(2)
    expect(said.control.at(-1)).toEqual({ type: 'open', thread: 2 })
  })

  test('the first that answers takes the call: never one that a tool keeps busy', async () => {
    const { call, pongs, sent } = openThreads()
    for (const name of ['a', 'b']) call(name)
    const third = call('c')
    vi.advanceTimersByTime(60)
    await third.thread
    const fourth = call('d')
    vi.advanceTimersByTime(60)
    expect(sent.map((lines) => lines.at(-1)?.type)).toEqual(['ping', 'ping', 'ping'])
    pongs[1]?.()
    expect(await threadOf(fourth)).toBe(1)
  })
})

describe('a call that is stopped', () => {
  test('costs its thread, and other calls of its run', async () => {
    const { threads, call, said, end } = openThreads()
    const [stopped, sibling] = [call('a'), call('a')]
    threads.stop(stopped.id)
    expect(said.control.at(-1)).toEqual({ type: 'end', thread: 0 })
    await end(0, 2)
    expect(said.done).toMatchObject([
      { call: stopped.id, code: 'cancelled' },
      { call: sibling.id, code: 'host-lost', message: expect.stringMatching(/^tools\.Tool did not end when told to/) },
    ])
  })

  test('leaves calls of other runs in its thread alone, if they can go on', async () => {
    const { threads, call, done, pongs, said } = openThreads()
    for (const name of ['a', 'b']) call(name)
    vi.advanceTimersByTime(60)
    const [third, guest] = [call('c'), call('d')]
    vi.advanceTimersByTime(60)
    await third.thread
    vi.advanceTimersByTime(60)
    pongs[2]?.()
    expect(await threadOf(guest)).toBe(2)
    threads.stop(third.id)
    pongs[2]?.()
    vi.advanceTimersByTime(200)
    expect(said.control.filter(({ type }) => type === 'end')).toEqual([])
    done(guest.id)
    expect(said.control.at(-1)).toEqual({ type: 'end', thread: 2 })
  })

  /** A call is stopped in a thread where a call of its run and one of another run are left; its run then calls again. */
  async function stopAmongOthers(holds: boolean) {
    const open = openThreads()
    const { threads, call, done, pongs } = open
    const busy = ['a', 'b'].map((name) => call(name))
    const first = call('c')
    vi.advanceTimersByTime(60)
    await first.thread
    const stopped = call('c')
    if (holds) done(first.id, true)
    const sibling = call('c')
    const guest = call('d')
    vi.advanceTimersByTime(60)
    pongs[2]?.()
    expect([await threadOf(stopped), await threadOf(sibling), await threadOf(guest)]).toEqual([2, 2, 2])
    threads.stop(stopped.id)
    const again = call('c')
    return { ...open, busy, again, others: [sibling, guest] }
  }

  test('is not called again in that thread, although another call of its run goes on there', async () => {
    const { again, busy, done, said, end, others } = await stopAmongOthers(false)
    done(busy[0]?.id ?? '')
    expect(await threadOf(again)).toBe(0)
    vi.advanceTimersByTime(101)
    expect(said.control.at(-1)).toEqual({ type: 'end', thread: 2 })
    await end(2, 4)
    expect(said.done.slice(1).map(({ call }) => call)).toEqual(expect.arrayContaining(others.map(({ id }) => id)))
    expect(said.done.map(({ call }) => call)).not.toContain(again.id)
  })

  test('is called again in that thread when something of its run lives only there', async () => {
    const { again } = await stopAmongOthers(true)
    expect(await threadOf(again)).toBe(2)
  })
})

describe('a thread that ends', () => {
  test('has lost the calls that it had taken up; the others are sent again', async () => {
    const { call, said, end, run } = openThreads()
    const [begun, behind] = [call('a'), call('a')]
    await end(0, 1)
    expect(said.done).toMatchObject([{ call: begun.id, code: 'host-lost', message: 'It ended.' }])
    expect(said.again).toEqual([behind.id])
    expect(run('a')).toBe(1)
  })

  test('leaves its place empty, and the last one says that none is left', async () => {
    const { threads, end, run, call, said } = openThreads()
    for (const number of [0, 1, 2]) {
      expect(threads.left).toBe(3 - number)
      run(`run ${number}`)
      call(`run ${number}`)
      await end(number, 2)
    }
    expect([threads.left, said.none]).toEqual([0, 1])
  })
})

test('a process that is over keeps nobody and nothing waiting', () => {
  const { threads, call } = openThreads()
  for (const name of ['a', 'b']) call(name)
  expect(call('c').thread).toBeInstanceOf(Promise)
  threads.stopWaiting()
  expect(call('d').thread).toBeInstanceOf(Promise)
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  [1, { own: 4, most: 16 }],
  [2, { own: 4, most: 16 }],
  [6, { own: 6, most: 24 }],
  [64, { own: 8, most: 32 }],
])('%i processors make %o', (cores, counts) => expect(threadCounts(cores)).toEqual(counts))
