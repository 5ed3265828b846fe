import { describe, expect, test } from 'vitest'
import { stoppable } from './stoppable.ts'

const silent = () => new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array([65])) })

describe('an answer under way', () => {
  test('[S-15] ends when the signal aborts, although its source says nothing more', async () => {
    const stop = new AbortController()
    const response = stoppable(new Response(silent(), { status: 200 }), stop.signal)
    const text = response.text()
    stop.abort(new Error('stopped'))
    await expect(text).rejects.toThrow('stopped')
  })

  test('is the same answer when nothing is stopped', async () => {
    const source = new Response('all of it', { status: 201, headers: { 'x-one': '1' } })
    const response = stoppable(source, new AbortController().signal)
    expect([response.status, response.headers.get('x-one'), await response.text()]).toEqual([201, '1', 'all of it'])
  })
})
