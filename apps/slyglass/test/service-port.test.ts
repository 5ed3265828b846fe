// The service port itself: who may talk to it, what it answers byte by byte, and what it does when files change under it.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { RunningService } from '../src/service/start-service.ts'
import { composeAt, tryToServe } from './support/composing.ts'
import { putFiles } from './support/folders.ts'
import { NETWORK, open, openRoom, type Room } from './support/service-room.ts'

/** A request with exactly these headers. */
function raw(service: RunningService, path: string, headers: Record<string, string>, method = 'GET', body = '') {
  return new Promise<number>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: service.port, path, method, headers, setHost: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject).end(body)
  })
}

describe('[N-87] the guard of the service port', () => {
  test('answers its own names with and without the port, and no other name', async () => {
    const { service } = await openRoom()
    const { port } = service
    for (const host of ['127.0.0.1', `127.0.0.1:${port}`, 'localhost', `localhost:${port}`, `[::1]:${port}`])
      expect([host, await raw(service, '/api/v1/list', { host })]).toEqual([host, 200])
    for (const host of ['evil.test', `evil.test:${port}`, '127.0.0.1:1', '', '0.0.0.0'])
      expect([host, await raw(service, '/healthz', { host })]).toEqual([host, 403])
  })

  test('lets no page in that is not listed, wherever it comes from', async () => {
    const { service } = await openRoom({ origins: ['http://localhost:4173'] })
    const host = `127.0.0.1:${service.port}`
    const status = (headers: Record<string, string>) => raw(service, '/api/v1/list', { host, ...headers })
    expect(await status({ origin: 'http://evil.test' })).toBe(403)
    expect(await status({ origin: 'null' })).toBe(403)
    expect(await status({ origin: `http://${host}` })).toBe(403)
    expect(await status({ 'sec-fetch-site': 'same-site' })).toBe(403)
    expect(await status({ 'sec-fetch-site': 'none' })).toBe(200)
    expect(await status({ origin: 'http://localhost:4173', 'sec-fetch-site': 'same-site' })).toBe(200)
  })

  test('takes chats as application/json only', async () => {
    const { service } = await openRoom()
    const host = `127.0.0.1:${service.port}`
    const send = (type: string) =>
      raw(
        service,
        '/api/v1/desk/streaming_chat',
        { host, 'content-type': type },
        'POST',
        '{"user_message":{"text":"x"}}',
      )
    expect(await send('text/plain')).toBe(415)
    expect(await send('application/x-www-form-urlencoded')).toBe(415)
    expect(await send('application/json; charset=utf-8')).toBe(200)
  })

  test('serves nothing of a folder that is not trusted, and nothing of the studio', async () => {
    const room = await openRoom({ trusted: false })
    expect(await room.list()).toEqual([])
    expect((await room.chat({ user_message: { text: 'x' } })).status).toBe(404)
    expect((await fetch(`${room.service.url}/api/status`)).status).toBe(404)
  })
})

describe('[N-87] answers byte by byte', () => {
  test('a line a chunk, escapes beyond ASCII, and the connection stays open', async () => {
    const { service } = await openRoom()
    const body = '{"user_message":{"text":"hé"},"chat_filter":{"chat_filter_type":"MAXIMAL"}}'
    const head = `POST /api/v1/desk/streaming_chat HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`
    const text = await new Promise<string>((resolve, reject) => {
      let heard = ''
      const socket = connect(service.port, '127.0.0.1', () =>
        socket.write(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`),
      )
      socket.on('error', reject).on('data', (part: Buffer) => {
        heard += part.toString('latin1')
        if (!heard.includes('\r\n0\r\n\r\n')) return
        expect(socket.destroyed).toBe(false)
        socket.destroy()
        resolve(heard)
      })
    })
    expect(text).toContain('Content-Type: application/json-lines'.toLowerCase())
    const chunks = text
      .slice(text.indexOf('\r\n\r\n') + 4)
      .split('\r\n')
      .filter((_, index) => index % 2 === 1)
    const lines = chunks.filter((chunk) => chunk !== '')
    expect(lines.length).toBeGreaterThan(4)
    for (const line of lines) {
      expect(line.endsWith('\n') && line.indexOf('\n') === line.length - 1).toBe(true)
      expect(JSON.parse(line)).toHaveProperty('response.type')
    }
    expect(lines.at(-1)).toContain('Gr\\u00fc\\u00dfe from h\\u00e9')
  })

  test('GET with a body is answered, and the next request on the connection too; a known tag is 304', async () => {
    const { service } = await openRoom()
    const host = `127.0.0.1:${service.port}`
    expect(await raw(service, '/api/v1/list', { host, 'content-length': '2' }, 'GET', '{}')).toBe(200)
    const etag = (await fetch(`${service.url}/api/v1/list`)).headers.get('etag') ?? ''
    expect(await raw(service, '/api/v1/list', { host, 'if-none-match': etag })).toBe(304)
  })

  test('a body that is announced too large ends the connection with 400', async () => {
    const { service } = await openRoom()
    const headers = { host: 'localhost', 'content-type': 'application/json', 'content-length': '104857601' }
    const status = await new Promise<number | string>((resolve) => {
      const path = '/api/v1/desk/streaming_chat'
      const sent = request({ host: '127.0.0.1', port: service.port, path, method: 'POST', headers }, (answer) =>
        resolve(answer.statusCode ?? 0),
      )
      sent.on('error', (fault: NodeJS.ErrnoException) => resolve(fault.code ?? ''))
      sent.flushHeaders()
    })
    expect([400, 'ECONNRESET', 'EPIPE']).toContain(status)
  })

  test('a message that no model could read is refused in one line, and the next one is answered', async () => {
    const room = await openRoom()
    const refused = await room.chat({ user_message: { text: 'a'.repeat(4_000_001) } })
    expect(await refused.text()).toMatch(/^\{"error": "[^"]*4000001 characters; 4000000 is the most[^"]*"\}\n$/)
    const answered = await room.chat({ user_message: { text: 'Ada' } })
    expect(await answered.text()).toContain('from Ada')
  })

  test('the documentation describes every path and schema of the recorded one', async () => {
    const { service } = await openRoom()
    const recorded = new URL('../../../fixtures/recordings/service/docs-summary.json', import.meta.url)
    const summary = JSON.parse(readFileSync(recorded, 'utf8'))
    const docs = await (await fetch(`${service.url}/api/v1/docs`)).json()
    expect(Object.keys(docs.paths).sort()).toEqual(Object.keys(summary.paths).sort())
    const fields = Object.fromEntries(
      Object.entries(docs.components.schemas as Record<string, { properties: object }>).map(
        ([name, { properties }]) => [name, Object.keys(properties)],
      ),
    )
    const wanted = Object.entries(summary.schemas as Record<string, object>).map(([name, one]) => [
      name,
      Object.keys(one),
    ])
    expect(fields).toEqual(Object.fromEntries(wanted))
  })
})

describe('[N-63] [N-93] files that change while they are served', () => {
  const listed = async (room: Room) => (await room.list()).map((one) => `${one.agent_name}: ${one.description}`).sort()

  test('networks that are added, changed, made public and removed are seen without a restart', async () => {
    const room = await openRoom()
    expect(await listed(room)).toEqual(['desk: first'])
    putFiles(room.folder, { 'registries/desk.hocon': NETWORK('second'), 'registries/new.hocon': NETWORK('new') })
    putFiles(room.folder, {
      'registries/manifest.hocon': '{ "desk.hocon" = true, "quiet.hocon" = true, "new.hocon" = true }',
    })
    await vi.waitFor(
      async () => expect(await listed(room)).toEqual(['desk: second', 'new: new', 'quiet: unlisted']),
      10_000,
    )
    rmSync(join(room.folder, 'registries/new.hocon'))
    await vi.waitFor(async () => expect(await listed(room)).toEqual(['desk: second', 'quiet: unlisted']), 60_000)
  })

  test('a broken network is 404 until it is repaired; a broken manifest serves what it served before', async () => {
    const room = await openRoom()
    const text = { user_message: { text: 'x' } }
    const status = async () => (await room.chat(text)).status
    expect(await status()).toBe(200)
    writeFileSync(join(room.folder, 'registries/desk.hocon'), '{ tools = [')
    await vi.waitFor(async () => expect(await status()).toBe(404), 60_000)
    writeFileSync(join(room.folder, 'registries/desk.hocon'), NETWORK('repaired'))
    await vi.waitFor(async () => expect(await status()).toBe(200), 60_000)
    writeFileSync(join(room.folder, 'registries/manifest.hocon'), '{ "desk.hocon" = ')
    mkdirSync(join(room.folder, 'seen'))
    expect(await listed(room)).toEqual(['desk: repaired'])
    writeFileSync(join(room.folder, 'registries/manifest.hocon'), '{ "quiet.hocon" = true }')
    await vi.waitFor(async () => expect(await listed(room)).toEqual(['quiet: unlisted']), 60_000)
  })
})

describe('private values of a request', () => {
  test('[N-66] are in no file of the data folder, and nobody holds them afterwards', async () => {
    const room = await openRoom()
    const secret = 'x7-very-private-value-31'
    const answer = await room.chat({ user_message: { text: 'hello' }, sly_data: { token: secret } })
    expect(await answer.text()).not.toContain(secret)
    const files = join(room.folder, '..', 'data')
    for (const name of ['runs.db', 'runs.db-wal', 'logs/server.log']) {
      const bytes = (() => {
        try {
          return readFileSync(join(files, name), 'latin1')
        } catch {
          return ''
        }
      })()
      expect([name, bytes.includes(secret)]).toEqual([name, false])
    }
  })
})

test('limits: more requests at once than allowed are 503, health is never counted', async () => {
  const room = await openRoom({ env: { AGENT_MAX_CONCURRENT_REQUESTS: '1' } })
  putFiles(room.folder, {
    'registries/desk.offline.json': '{"rules": [{"answer": {"content": "late", "delay_ms": 700}}]}',
  })
  const first = await room.chat({ user_message: { text: 'x' } })
  expect([
    (await room.chat({ user_message: { text: 'y' } })).status,
    (await fetch(`${room.service.url}/livez`)).status,
  ]).toEqual([503, 200])
  expect(await first.text()).toContain('late')
  expect((await room.chat({ user_message: { text: 'z' } })).status).toBe(200)
})

test('[N-60] a port that was asked for and is taken is one line', async () => {
  const room = await openRoom()
  const composed = await composeAt(join(room.folder, '..', 'second'), { folder: room.folder, trusted: [room.folder] })
  open.unshift(() => composed.close())
  const again = await tryToServe(composed, { port: room.service.port })
  expect(again).toMatchObject({ ok: false, error: { code: 'port-taken', message: expect.not.stringContaining('\n') } })
})
