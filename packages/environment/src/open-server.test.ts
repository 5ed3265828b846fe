import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guardedRequest, RequestFault } from './guarded-request.ts'
import { openServer, readServerAddress } from './open-server.ts'
import { reachOf } from './outbound-address.ts'

const LIST = { agents: [{ agent_name: 'desk', description: 'Answers.', tags: ['a'] }, { agent_name: 'basic/two' }] }
const ROWS = [
  { origin: 'front', tools: ['post', '/other'], display_as: 'llm_agent' },
  { origin: 'post', tools: [], display_as: 'coded_tool' },
]

let server: Server
let base = ''
const seen: { method: string; path: string; body: string }[] = []
const connection = { held: false, closed: false }

const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/api/v1/list': (response) => void response.end(JSON.stringify(LIST)),
  '/api/v1/basic/two/connectivity': (response) =>
    void response.end(JSON.stringify({ connectivity_info: ROWS, metadata: { sample_queries: ['Hi?'] } })),
  '/api/v1/away/connectivity': (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  '/api/v1/page/connectivity': (response) => void response.end('<html>'),
  '/api/v1/busy/connectivity': (response) => void response.writeHead(503).end('{"error":"Too many"}'),
  '/api/v1/slow/connectivity': () => undefined,
  '/api/v1/two/streaming_chat': (response) => {
    response.write('{"response":{"ty')
    setTimeout(() => response.end('pe":"AI"}}\n\n{"response":{"type":"AGENT_FRAMEWORK"}}'), 5)
  },
  '/api/v1/cut/streaming_chat': (response) => {
    response.write('{"response":{}}\n')
    setTimeout(() => response.destroy(), 5)
  },
  '/api/v1/still/streaming_chat': (response) => {
    response.write('{"response":{}}\n')
    connection.held = true
    response.on('close', () => {
      connection.closed = true
    })
  },
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    seen.push({ method: request.method ?? '', path: request.url ?? '', body })
    const answer = answers[request.url ?? '']
    if (answer === undefined) response.writeHead(404).end()
    else answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

/** For servers that say nothing; of any other a busy machine may hear later than that. */
const QUICK = { headMs: 300, silentMs: 300 }
const PATIENT = { headMs: 60_000, silentMs: 60_000 }
const open = (address = base, allowPrivate = true, patience = PATIENT) => openServer(address, allowPrivate, patience)
const codeOf = (result: { readonly ok: boolean; readonly error?: { readonly code: string } }) => result.error?.code
const hear = async (network: string, signal = new AbortController().signal, patience = PATIENT) => {
  const lines: string[] = []
  for await (const line of open(base, true, patience).chat(network)('{"a":1.0}', signal)) lines.push(line)
  return lines
}
const failureOf = (network: string, patience = PATIENT) =>
  hear(network, undefined, patience).then(String, (error: { failure?: unknown }) => error.failure)

describe('the address of a server, as typed', () => {
  test.each([
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    [' localhost:8090/ ', 'http://localhost:8090'],
    ['http://agents.example', 'http://agents.example:8080'],
    ['http://agents.example:80', 'http://agents.example'],
    ['https://agents.example/api/v1/list', 'https://agents.example'],
  ])('%s is %s', (typed, address) => {
    expect(readServerAddress(typed)).toEqual({ ok: true, value: address })
  })

  test.each(['', 'ftp://a.b', 'http://', 'http://me:pw@a.b', 'http://a.b/secret/path', 'http://a.b/?q=1', 'a b'])(
    '%j is refused with what to type',
    (typed) => {
      expect(readServerAddress(typed)).toMatchObject({ ok: false, error: { code: 'server-address' } })
    },
  )
})

describe('what a server tells', () => {
  test('its networks, and who calls whom in one', async () => {
    expect(await open().list()).toEqual({
      ok: true,
      value: [
        { name: 'desk', description: 'Answers.', tags: ['a'] },
        { name: 'basic/two', description: '', tags: [] },
      ],
    })
    expect(await open().connectivity('basic/two')).toEqual({
      ok: true,
      value: {
        rows: [
          { origin: 'front', tools: ['post', '/other'], displayAs: 'llm_agent' },
          { origin: 'post', tools: [], displayAs: 'coded_tool' },
        ],
        description: '',
        sampleQueries: ['Hi?'],
      },
    })
  })

  test('a chat is posted as it is, and its lines come one by one wherever the pieces end', async () => {
    expect(await hear('two')).toEqual(['{"response":{"type":"AI"}}', '{"response":{"type":"AGENT_FRAMEWORK"}}'])
    expect(seen.at(-1)).toEqual({ method: 'POST', path: '/api/v1/two/streaming_chat', body: '{"a":1.0}' })
  })

  test('leaving a chat closes its connection', async () => {
    const stop = new AbortController()
    const heard = hear('still', stop.signal)
    await expect.poll(() => connection.held).toBe(true)
    stop.abort(new Error('stopped'))
    await expect(heard).rejects.toThrow('stopped')
    await expect.poll(() => connection.closed).toBe(true)
  })
})

describe('a server that cannot be asked is told so, with what to do', () => {
  test.each([
    ['gone', 'far-network'],
    ['away', 'server-redirects'],
    ['page', 'not-neuro-san'],
    ['busy', 'server-refuses'],
    ['slow', 'server-timed-out'],
  ])('%s: %s', async (network, code) => {
    const told = await open(base, true, network === 'slow' ? QUICK : PATIENT).connectivity(network)
    expect(codeOf(told)).toBe(code)
    if (!told.ok) expect(told.error.hint).toMatch(/\.$/)
  })

  test('nothing listens, or no machine has the name', async () => {
    expect(codeOf(await open('http://127.0.0.1:1').list())).toBe('server-unreachable')
    expect(codeOf(await open('http://nobody.invalid:8080').list())).toBe('server-unreachable')
  })

  test('something else than a neuro-san server answers', async () => {
    const other = createServer((_, response) => void response.writeHead(404).end())
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const told = await open(`http://127.0.0.1:${(other.address() as AddressInfo).port}`).list()
    expect(codeOf(told)).toBe('not-neuro-san')
    other.close()
  })

  test('a chat fails with the same words: no such network, a cut, silence', async () => {
    expect(await failureOf('nobody')).toMatchObject({ code: 'far-network' })
    expect(await failureOf('cut')).toMatchObject({ code: 'stream-cut' })
    expect(await failureOf('still', QUICK)).toMatchObject({ code: 'server-timed-out' })
  })
})

describe('addresses of this machine and its network', () => {
  test.each([
    ['127.0.0.1', 'private'],
    ['localhost', 'private'],
    ['intranet', 'private'],
    ['printer.local', 'private'],
    ['10.1.2.3', 'private'],
    ['172.20.0.1', 'private'],
    ['192.168.1.9', 'private'],
    ['100.64.0.1', 'private'],
    ['0.0.0.0', 'private'],
    ['[::1]', 'private'],
    ['[::ffff:7f00:1]', 'private'],
    ['[fd12::1]', 'private'],
    ['169.254.169.254', 'metadata'],
    ['[::ffff:a9fe:a9fe]', 'metadata'],
    ['[fe80::1]', 'metadata'],
    ['[fd00:ec2::254]', 'metadata'],
    ['metadata.google.internal', 'metadata'],
    ['93.184.216.34', 'public'],
    ['agents.example', 'public'],
    ['[2606:2800::1]', 'public'],
  ])('%s is %s', (host, reach) => {
    expect(reachOf(host)).toBe(reach)
  })

  test('[S-39] are asked only when a person has confirmed it; before, nothing is sent', async () => {
    const before = seen.length
    expect(codeOf(await open(base, false).list())).toBe('private-address')
    expect(seen.length).toBe(before)
  })

  test("[S-39] a cloud's own addresses are never asked", async () => {
    expect(codeOf(await open('http://169.254.169.254').list())).toBe('forbidden-address')
  })

  test('[S-39] a name that leads to such an address is refused before it is connected to', async () => {
    const leadsTo = (address: string) =>
      guardedRequest(
        {
          url: new URL(base.replace('127.0.0.1', 'agents.example')),
          ...{ method: 'GET', allowPrivate: false, signal: new AbortController().signal, ...PATIENT },
        },
        ((_host: string, _options: object, found: (error: null, all: object[]) => void) =>
          found(null, [{ address, family: 4 }])) as never,
      )
    const before = seen.length
    await expect(leadsTo('127.0.0.1')).rejects.toMatchObject({ code: 'private-address' })
    await expect(leadsTo('169.254.169.254')).rejects.toMatchObject({ code: 'forbidden-address' })
    await expect(leadsTo('127.0.0.1')).rejects.toBeInstanceOf(RequestFault)
    expect(seen.length).toBe(before)
  })
})
