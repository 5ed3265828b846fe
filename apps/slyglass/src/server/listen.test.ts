import { connect, createServer, type Server } from 'node:net'
import { Hono } from 'hono'
import { afterEach, describe, expect, test } from 'vitest'
import { type Listening, listenOnLoopback } from './listen.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

const take = (host = '127.0.0.1'): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer()
    open.push(server)
    server.listen(0, host, () => resolve(server))
  })
const portOf = (server: Server) => (server.address() as { port: number }).port
const listen = async (port?: number): Promise<Listening> => {
  const listening = await listenOnLoopback(port)
  if (!listening.ok) throw new Error(listening.error.message)
  open.push(listening.value)
  return listening.value
}

describe('the studio port', () => {
  test('[S-39] is bound to the literal loopback address', async () => {
    expect((await listen(0)).address).toBe('127.0.0.1')
  })

  test('that was asked for and is taken is refused in one line', async () => {
    const port = portOf(await take())
    expect(await listenOnLoopback(port)).toEqual({
      ok: false,
      error: {
        code: 'port-taken',
        message: `Port ${port} is taken by another program. Choose another one with --port.`,
      },
    })
  })

  test('that another studio has is refused as such, whatever else it serves', async () => {
    const listening = await listen(0)
    listening.mount(new Hono().get('/', (context) => context.html('<title>Slyglass</title>')))
    const refused = await listenOnLoopback(listening.port)
    expect(refused).toMatchObject({ ok: false, error: { code: 'port-taken' } })
    if (!refused.ok) expect(refused.error.message).toMatch(/taken by a Slyglass that runs already/)
    const other = await listen(0)
    other.mount(new Hono().get('/', (context) => context.html(`<title>Other</title>${'x'.repeat(50_000)}`)))
    const unknown = await listenOnLoopback(other.port)
    if (!unknown.ok) expect(unknown.error.message).toMatch(/taken by another program/)
    expect(unknown.ok).toBe(false)
  })

  test('that was not asked for is the next free one', async () => {
    const [first, second] = [await listen(), await listen()]
    expect(first.port).toBeGreaterThanOrEqual(4600)
    expect(second.port).toBeGreaterThan(first.port)
  })

  test('answers 503 until the app is mounted, then the app, and nothing after its end', async () => {
    const listening = await listen(0)
    const url = `http://127.0.0.1:${listening.port}/`
    expect((await fetch(url)).status).toBe(503)
    listening.mount(new Hono().get('/', (context) => context.text('here')))
    expect(await (await fetch(url)).text()).toBe('here')
    await listening.close()
    await expect(fetch(url)).rejects.toThrow()
  })

  test('[S-39] an upgrade to another protocol is not answered as one', async () => {
    const listening = await listen(0)
    listening.mount(new Hono().get('/', (context) => context.text('here')))
    const head = `GET / HTTP/1.1\r\nHost: 127.0.0.1:${listening.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`
    const first = await new Promise<string>((resolve) => {
      const socket = connect(listening.port, '127.0.0.1', () => socket.write(head))
      socket.once('data', (bytes) => resolve(String(bytes)))
      socket.once('close', () => resolve('closed'))
      open.push({ close: () => socket.destroy() })
    })
    expect(first).not.toContain('101')
  })
})
