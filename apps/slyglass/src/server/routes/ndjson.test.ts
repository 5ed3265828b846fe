import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { ndjson, type StreamLife } from './ndjson.ts'

type Produce = Parameters<typeof ndjson>[2]

const defects: unknown[] = []
const answer = async (produce: Produce, life: Partial<StreamLife> = {}, alive?: unknown) => {
  const whole = {
    closing: new AbortController().signal,
    keepAliveMs: 10,
    reportDefect: defects.push.bind(defects),
    ...life,
  }
  const response = await new Hono().get('/', (context) => ndjson(context, whole, produce, alive)).request('/')
  if (response.body === null) throw new Error('no body')
  return response.body.pipeThrough(new TextDecoderStream()).getReader()
}
const forever = (signal: AbortSignal) => new Promise<void>((done) => signal.addEventListener('abort', () => done()))

describe('a stream of JSON lines', () => {
  test('holds one value a line, and ends when there are no more', async () => {
    const reader = await answer(async (write) => {
      await write({ a: 'x\ny' })
      await write([1])
    })
    let text = ''
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) text += piece.value
    expect(text).toBe('{"a":"x\\ny"}\n[1]\n')
  })

  test('waits for its reader: nothing is made ahead of it', async () => {
    let made = 0
    const reader = await answer(async (write, signal) => {
      for (; !signal.aborted; made += 1) await write(made)
    })
    await reader.read()
    await new Promise((done) => setTimeout(done, 50))
    expect(made).toBeLessThan(10)
    await reader.cancel()
  })

  test('[S-41] says that it lives while there is nothing else to say', async () => {
    const reader = await answer((_write, signal) => forever(signal), {}, 'alive')
    expect([(await reader.read()).value, (await reader.read()).value]).toEqual(['"alive"\n', '"alive"\n'])
    await reader.cancel()
  })

  test('lets its producer go when the reader leaves, and when the server closes', async () => {
    let ended = 0
    const produce: Produce = async (_write, signal) => {
      await forever(signal)
      ended += 1
    }
    await (await answer(produce)).cancel()
    const closing = new AbortController()
    const reader = await answer(produce, { closing: closing.signal })
    closing.abort()
    expect((await reader.read()).done).toBe(true)
    await expect.poll(() => ended).toBe(2)
    expect(defects).toEqual([])
  })

  test('reports its own mistakes, and breaks off so that the reader asks again', async () => {
    const mistake = new Error('a mistake')
    const reader = await answer(async () => {
      throw mistake
    })
    await expect(reader.read()).rejects.toThrow()
    expect(defects.splice(0)).toContain(mistake)
  })
})
