import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { DEFAULT_TIMEOUTS, Patience } from './patience.ts'
import { sendOverHttp } from './send-over-http.ts'

interface Far {
  readonly address: string
  /** Of each connection: what came over it. */
  readonly received: string[]
  readonly sockets: Socket[]
}

let server: Server | undefined
const open = new Set<Socket>()
const waits: Patience[] = []
afterEach(() => {
  for (const patience of waits.splice(0)) patience.end()
  for (const socket of open) socket.destroy()
  open.clear()
  server?.close()
})

/** A server below HTTP: `answer` is told each request by number, and says what is written. */
async function far(answer: (socket: Socket, number: number) => void): Promise<Far> {
  const received: string[] = []
  const sockets: Socket[] = []
  let requests = 0
  server = createServer((socket) => {
    open.add(socket)
    const at = sockets.push(socket) - 1
    received.push('')
    socket.on('error', () => undefined)
    socket.on('data', (part) => {
      received[at] += part.toString('latin1')
      if (received[at]?.endsWith(BODY) !== true) return
      requests += 1
      answer(socket, requests)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat`, received, sockets }
}

const BODY = '{"x":1}'
const PATIENT = { timeout: 30_000 }

function ask(address: string, stop = new AbortController(), onHead: () => void = () => undefined) {
  const patience = new Patience(DEFAULT_TIMEOUTS, () => undefined)
  waits.push(patience)
  patience.start(stop.signal)
  return sendOverHttp(address, {
    ...{ method: 'POST', headers: { accept: 'application/json' }, body: BODY, stop: patience },
    onHead,
  })
}

const textOf = async (address: string) => (await ask(address)).text()
const head = (lines: string) => `HTTP/1.1 200 OK\r\n${lines}\r\n`
const JSON_HEAD = head('content-type: application/json\r\ncontent-length: 8\r\n')
const whole = (socket: Socket, number: number) => socket.write(`${JSON_HEAD}{"n": ${number}}`)
/** What has come is seen by everyone. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 30))

describe('connections', () => {
  test('are used again one after the other; at the same time each request has its own', async () => {
    const { address, received } = await far(whole)
    expect([await textOf(address), await textOf(address), await textOf(address)]).toEqual([
      ...['{"n": 1}', '{"n": 2}', '{"n": 3}'],
    ])
    expect(received).toHaveLength(1)
    expect(received[0]?.split('\r\n').slice(0, 5)).toEqual([
      'POST /v1/chat HTTP/1.1',
      `host: ${new URL(address).host}`,
      ...['connection: keep-alive', 'accept: application/json', `content-length: ${BODY.length}`],
    ])
    expect(received[0]?.split(BODY)).toHaveLength(4)
    await Promise.all([textOf(address), textOf(address), textOf(address)])
    expect(received).toHaveLength(3)
  })

  test('that the endpoint closes are not used again', async () => {
    const { address, received, sockets } = await far((socket, number) =>
      number === 1
        ? socket.write(`${head('content-type: application/json\r\nconnection: close\r\n')}{"n": 1}`, () => socket.end())
        : whole(socket, number),
    )
    expect([await textOf(address), await textOf(address)]).toEqual(['{"n": 1}', '{"n": 2}'])
    sockets[1]?.end()
    await expect.poll(() => sockets[1]?.destroyed, PATIENT).toBe(true)
    expect(await textOf(address)).toBe('{"n": 3}')
    expect(received).toHaveLength(3)
  })

  test('that end when a request is on its way fail it, and it is not sent again', async () => {
    const { address, received } = await far((socket, number) =>
      number === 2 ? socket.destroy() : whole(socket, number),
    )
    expect(await textOf(address)).toBe('{"n": 1}')
    await expect(ask(address)).rejects.toThrow('fetch failed')
    await settled()
    expect(received.join('').split(BODY)).toHaveLength(3)
    expect(await textOf(address)).toBe('{"n": 3}')
  })

  test('[S-15] of a request that is stopped are given up, before and after its answer begins', async () => {
    const ways = [JSON_HEAD, head('content-type: text/event-stream\r\ntransfer-encoding: chunked\r\n'), '']
    let heads = 0
    const { address, received, sockets } = await far((socket, number) => {
      const began = ways[number - 1]
      if (began === undefined) whole(socket, number)
      else socket.write(began)
    })
    for (const began of ways) {
      const stop = new AbortController()
      const answer = ask(address, stop, () => {
        heads += 1
      }).then((each) => each.text())
      await expect.poll(() => received.join('').split(BODY).length, PATIENT).toBe(ways.indexOf(began) + 2)
      if (began !== '') await expect.poll(() => heads, PATIENT).toBe(ways.indexOf(began) + 1)
      stop.abort(new Error('stopped'))
      await expect(answer).rejects.toThrow('stopped')
      await expect.poll(() => sockets.at(-1)?.destroyed, PATIENT).toBe(true)
    }
    expect(await textOf(address)).toBe('{"n": 4}')
  })

  test('[S-15] that are not there yet are given up by a stop too, and nothing is sent', async () => {
    const { address, received } = await far(whole)
    const stop = new AbortController()
    const answer = ask(address, stop)
    stop.abort(new Error('stopped'))
    await expect(answer).rejects.toThrow('stopped')
    const [early, later] = [new AbortController(), ask(address)]
    const other = ask(address, early)
    await Promise.resolve()
    early.abort(new Error('too early'))
    await expect(other).rejects.toThrow('too early')
    expect(await (await later).text()).toBe('{"n": 1}')
    await settled()
    expect(received.join('').split(BODY)).toHaveLength(2)
  })
})

describe('an answer', () => {
  test('may follow a word that it is under way, and may have no length', async () => {
    const { address } = await far((socket, number) => {
      if (number === 1) socket.write(`HTTP/1.1 102 Processing\r\n\r\n${JSON_HEAD}{"n": 1}`)
      else if (number === 2) socket.end(`HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n{"n": 2}`)
      else
        socket.write(
          `${head('content-type: application/json\r\ntransfer-encoding: chunked\r\n')}4\r\n{"n"\r\n4\r\n: 3}\r\n0\r\n\r\n`,
        )
    })
    expect([await textOf(address), await textOf(address), await textOf(address)]).toEqual([
      ...['{"n": 1}', '{"n": 2}', '{"n": 3}'],
    ])
  })

  test('that no one can unpack is one that broke off', async () => {
    const packed = gzipSync('{"n": 1}')
    packed.fill(7, 10)
    const lines = `content-type: application/json\r\ncontent-encoding: gzip\r\ncontent-length: ${packed.length}\r\n`
    const { address } = await far((socket) => {
      socket.write(head(lines))
      socket.write(packed)
    })
    await expect(textOf(address)).rejects.toThrow('terminated')
  })

  test('that is long is read to its end, however slowly', async () => {
    const line = `data: ${'x'.repeat(60_000)}\n\n`
    const { address } = await far((socket) => {
      socket.write(head(`content-type: text/event-stream\r\ncontent-length: ${line.length * 60}\r\n`))
      for (let at = 0; at < 60; at += 1) socket.write(line)
    })
    const { body } = await ask(address)
    let length = 0
    for await (const piece of body ?? []) {
      if (length % 7 === 0) await new Promise(setImmediate)
      length += piece.length
    }
    expect(length).toBe(line.length * 60)
  })

  test('that is no HTTP is a failure', async () => {
    const { address } = await far((socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n'))
    await expect(ask(address)).rejects.toThrow('fetch failed')
  })
})
