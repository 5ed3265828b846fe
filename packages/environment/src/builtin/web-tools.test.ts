import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ToolSources } from '@slyglass/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callTool, projectSources, writeProject } from '../testing/index.ts'
import type { ToolHosts } from '../tool-hosts.ts'
import { withBuiltInTools } from './built-in-hosts.ts'
import { htmlText } from './html-text.ts'

const PAGE = `<!doctype html><html><head><title>T</title><style>p{}</style></head><body><h1>Songs &amp; bands</h1>
<script>alert("</p>")</script><!-- hidden > still --><p>One&nbsp;&#233; <b>two</b></p><ul><li>a</li><li>b</li></ul></body></html>`

let server: Server
let port = 0
let seen: { method: string | undefined; type: string | undefined; own: unknown; body: string }[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      seen.push({ method: request.method, type: request.headers['content-type'], own: request.headers['x-own'], body })
      const status = Number(/^\/status\/(\d+)/.exec(request.url ?? '')?.[1] ?? 200)
      response.writeHead(status, { 'content-type': 'text/html' }).end(status === 200 ? PAGE : 'no such thing')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.close())

const hosts = withBuiltInTools({} as ToolHosts, { isolation: 'host' })
const sources = projectSources(writeProject({}))
const PLAIN = { sandbox: 'auto', network: 'on', workspace: '.' } as const

async function use(name: string, args: object, environment: Partial<NonNullable<ToolSources['environment']>> = {}) {
  seen = []
  const from = { ...sources, environment: { ...PLAIN, fetchAllow: [`127.0.0.1:${port}`], ...environment } }
  const { reply } = await callTool(hosts, from, `slyglass.web.${name}`, { args: JSON.stringify(args) })
  return reply
}
const here = (path = '/') => `http://127.0.0.1:${port}${path}`

describe("the studio's web tools", () => {
  test('[N-78] [U-88] refuse an address of this machine unless the project lists it, and ask nothing', async () => {
    for (const name of ['WebFetch', 'RequestsGet', 'RequestsPost', 'RequestsPatch', 'RequestsPut', 'RequestsDelete']) {
      const refused = await use(name, { url: here(), data: { a: 1 } }, { fetchAllow: [] })
      expect(refused).toMatchObject({ ok: false, failure: { code: 'returned-error', category: 'permission' } })
      expect(refused.text).toContain('127.0.0.1 is an address of this machine or its network.')
      expect(refused.text).toContain('studio.fetch.allow')
      expect(seen).toEqual([])
      expect(await use(name, { url: here(), data: { a: 1 } })).toMatchObject({ ok: true })
      expect(seen).toHaveLength(1)
    }
  })

  test('[N-78] send data as JSON or as it is, and further header fields', async () => {
    await use('RequestsPost', { url: here(), data: { song: 'ä', n: 1 }, headers: { 'X-Own': 'yes' } })
    expect(seen).toEqual([{ method: 'POST', type: 'application/json', own: 'yes', body: '{"song":"ä","n":1}' }])
    await use('RequestsPut', { url: here(), data: 'plain' })
    expect(seen).toMatchObject([{ method: 'PUT', type: 'text/plain; charset=utf-8', body: 'plain' }])
    await use('RequestsDelete', { url: here(), data: 'ignored' })
    expect(seen).toMatchObject([{ method: 'DELETE', body: '' }])
  })

  test.each([{ host: 'other' }, { 'content-length': '1' }, { 'x-own': 'a\r\nb: c' }, { 'a b': 'c' }, { a: 1 }])(
    'refuse header fields that change the message: %j',
    async (headers) => {
      expect(await use('RequestsGet', { url: here(), headers })).toMatchObject({ failure: { category: 'validation' } })
      expect(seen).toEqual([])
    },
  )

  test('[U-17] tell of a bad end in the words of the guide', async () => {
    expect((await use('RequestsGet', { url: here('/status/404') })).text).toBe(
      'Error: Resource not found\nno such thing',
    )
    expect((await use('RequestsGet', { url: here('/status/503') })).text).toMatch(/^Error: HTTP 503: Request failed/)
    const closed = await use('RequestsGet', { url: 'http://127.0.0.1:1/' }, { fetchAllow: ['127.0.0.1'] })
    expect(closed.text).toBe('Error: Network error: nothing listens there')
  })

  test('ask nothing where the network is off', async () => {
    const reply = await use('WebFetch', { url: here() }, { network: 'off' })
    expect(reply.text).toBe(`Error: The network is off for tools here, so ${here()} was not asked`)
    expect(seen).toEqual([])
  })

  test('[N-78] read a page as text', async () => {
    expect((await use('WebFetch', { url: here() })).text).toBe('Songs & bands\n\nOne é two\n\na\n\nb')
    expect((await use('RequestsGet', { url: here() })).text).toBe(PAGE)
  })
})

test('a page of many open tags is read in one pass', () => {
  expect(htmlText('<script'.repeat(100_000))).toBe('')
  expect(htmlText('<p>'.repeat(100_000))).toBe('')
  expect(htmlText('a < b &unknown; &#0; &#x1f600;')).toBe('a')
})
