import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { DEFAULT_TIMEOUTS, Patience } from './patience.ts'
import { sendOverHttp } from './send-over-http.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function answerWith(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

function send(address: string, stop = new AbortController()) {
  const told: string[] = []
  const patience = new Patience(DEFAULT_TIMEOUTS, () => undefined)
  patience.start(stop.signal)
  const answer = sendOverHttp(address, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"x":3.0}', stop: patience },
    onHead: () => told.push('head'),
  })
  return { answer, told }
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8', 'x-one': '1' }

describe('a request over HTTP', () => {
  test('sends the text as it is, and the answer is whole', async () => {
    const seen: string[] = []
    const address = await answerWith((request, response) => {
      request.setEncoding('utf8').on('data', (part: string) => seen.push(part))
      request.on('end', () => response.writeHead(200, JSON_TYPE).end('{"said":"ü"}'))
    })
    const { answer, told } = send(address)
    const response = await answer
    expect([response.status, response.headers.get('x-one'), await response.text()]).toEqual([200, '1', '{"said":"ü"}'])
    expect(seen.join('')).toBe('{"x":3.0}')
    expect(told).toEqual(['head'])
  })

  test('an answer that was pressed together is read', async () => {
    const address = await answerWith((_request, response) =>
      response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(gzipSync('{"said":1}')),
    )
    const response = await send(address).answer
    expect(JSON.parse(await response.text())).toEqual({ said: 1 })
    expect(response.headers.get('content-encoding')).toBeNull()
  })

  test('an answer that breaks off has begun, and its body fails', async () => {
    for (const type of ['application/json', 'text/event-stream']) {
      const address = await answerWith((_request, response) => {
        response.writeHead(200, { 'content-type': type, 'content-length': '100' }).write('{"sa')
        setTimeout(() => response.destroy(), 20)
      })
      const response = await send(address).answer
      await expect(response.text(), type).rejects.toThrow('terminated')
    }
  })

  test('[S-15] a stop ends the wait for an answer, and an answer that is under way', async () => {
    const [silent, half] = [new AbortController(), new AbortController()]
    const quiet = await answerWith(() => silent.abort(new Error('stopped')))
    await expect(send(quiet, silent).answer).rejects.toThrow('stopped')
    const talking = await answerWith((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
    })
    const response = await send(talking, half).answer
    const text = response.text()
    half.abort(new Error('enough'))
    await expect(text).rejects.toThrow('enough')
  })

  test('a stream comes piece by piece', async () => {
    const address = await answerWith((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const piece of ['one', 'two', 'three']) response.write(piece)
      response.end()
    })
    const { answer, told } = send(address)
    const response = await answer
    expect(await response.text()).toBe('onetwothree')
    expect(told).toEqual(['head'])
  })
})
