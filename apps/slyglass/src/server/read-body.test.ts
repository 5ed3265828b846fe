import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readBody } from './read-body.ts'

const app = new Hono().post('/', async (context) => {
  const body = await readBody(context, z.strictObject({ name: z.string() }))
  return body.ok ? context.json(body.value) : context.json(body.error, 400)
})

async function answerTo(body: BodyInit, signal?: AbortSignal): Promise<unknown> {
  const init = { method: 'POST', body, ...(signal === undefined ? {} : { signal }), duplex: 'half' }
  return (await app.request(new Request('http://127.0.0.1/', init))).json()
}

test('a body is told apart by what is wrong with it, and its values are not repeated', async () => {
  expect(await answerTo('{"name":"a"}')).toEqual({ name: 'a' })
  expect(await answerTo('{"name":')).toMatchObject({ code: 'body', message: expect.stringContaining('not JSON') })
  const wrong = JSON.stringify(await answerTo('{"name":"a","__proto__":{"secret-key":"secret-value"}}'))
  expect(wrong).toContain('__proto__')
  expect(wrong).not.toContain('secret-value')
})

test('a request that its sender broke off is no defect of the server', async () => {
  const sender = new AbortController()
  const half = new ReadableStream<Uint8Array>({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('{"name":'))
      sender.abort()
      stream.error(new Error('aborted'))
    },
  })
  expect(await answerTo(half, sender.signal)).toMatchObject({ code: 'body', message: 'The request broke off.' })
})
