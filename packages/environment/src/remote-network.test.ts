import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRemoteNetworks } from './remote-network.ts'

let server: Server
let base = ''
const seen: { path: string; body: string; user: unknown }[] = []
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    seen.push({ path: request.url ?? '', body, user: request.headers.user_id })
    if (request.url === '/api/v1/deep/carrier/function')
      return void response.end('{"function":{"description":"Moves parcels."}}')
    if (request.url !== '/api/v1/deep/carrier/streaming_chat') return void response.writeHead(404).end()
    const origin = [{ tool: 'carrier', instantiation_index: 1 }]
    response.write(`${JSON.stringify({ response: { type: 'AI', text: 'Soon.', origin } })}\n`)
    const last = { type: 'AGENT_FRAMEWORK', text: 'Tuesday.', structure: { a: 1 }, sly_data: { eta: 'Tue' } }
    response.end(`${JSON.stringify({ response: last })}\n`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const signal = new AbortController().signal
const networks = createRemoteNetworks()

test('[N-95] the function of a network is read from its server', async () => {
  expect(await networks.describe(`${base}/deep/carrier`, signal)).toBe('{"description":"Moves parcels."}')
  await expect(networks.describe(`${base}/nobody`, signal)).rejects.toThrow('answered with status 404')
  await expect(networks.describe('http://169.254.169.254/x', signal)).rejects.toThrow("machine's own network")
})

test('[N-95] a chat sends words, private values with their digits and the metadata, and takes the last answer', async () => {
  const request = { message: 'go', sly: new Map([['cost', '3.0']]), headers: { user_id: 'ada' } }
  expect(await networks.chat(`${base}/deep/carrier`, request, signal)).toEqual({
    text: 'Tuesday.',
    structure: '{"a":1}',
    sly: new Map([['eta', '"Tue"']]),
  })
  expect(seen.at(-1)).toEqual({
    path: '/api/v1/deep/carrier/streaming_chat',
    body: '{"user_message":{"type":"HUMAN","text":"go"},"sly_data":{"cost":3.0}}',
    user: 'ada',
  })
})
