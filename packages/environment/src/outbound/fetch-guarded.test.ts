import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reachOf } from '../outbound-address.ts'
import { isListed } from './allowed-addresses.ts'
import { fetchGuarded, type WebRequest } from './fetch-guarded.ts'

let server: Server
let port = 0
const seen: {
  readonly url: string
  readonly method: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      const { url = '', method = '', headers } = request
      seen.push({ url, method, headers, body })
      answer(url, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.close())
beforeEach(() => void seen.splice(0))

function answer(url: string, response: ServerResponse): void {
  const [, kind = '', rest = ''] = /^\/(\w+)(?:\/(.*))?$/.exec(url) ?? []
  if (kind === 'to') response.writeHead(302, { location: decodeURIComponent(rest) }).end()
  else if (kind === 'keep') response.writeHead(307, { location: decodeURIComponent(rest) }).end()
  else if (kind === 'round') response.writeHead(302, { location: `/round/${Number(rest) + 1}` }).end()
  else if (kind === 'large') response.writeHead(200, { 'content-type': 'text/plain' }).end('x'.repeat(1_500_000))
  else response.writeHead(200, { 'content-type': 'text/plain' }).end('hello')
}

type Resolve = NonNullable<Parameters<typeof fetchGuarded>[1]>

/** Names lead to these addresses, one after the other at each question. */
function leadsTo(...addresses: readonly (readonly string[])[]): Resolve {
  let asked = 0
  return ((_host: string, _options: object, found: (error: null, all: object[]) => void) => {
    const now = addresses[Math.min(asked, addresses.length - 1)] ?? []
    asked += 1
    found(
      null,
      now.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as never
}

const get = (url: string, more: Partial<WebRequest> = {}, resolve?: Resolve) =>
  fetchGuarded({ url, method: 'GET', allow: [], signal: new AbortController().signal, ...more }, resolve)
const here = (path: string) => `http://127.0.0.1:${port}${path}`
const listed = () => ({ allow: [`127.0.0.1:${port}`] })

describe('an address', () => {
  test.each([
    'http://127.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f000001:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://LOCALHOST.:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[64:ff9b::7f00:1]:PORT/',
    'http://[2002:7f00:1::]:PORT/',
    'http://0.0.0.0:PORT/',
    'http://①②⑦.0.0.1:PORT/',
    'http://10.0.0.1/',
    'http://100.64.0.1/',
    'http://172.16.0.1/',
    'http://192.168.0.1/',
    'http://192.0.2.1/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[fc00::1]/',
    'http://[ff02::1]/',
    'http://[2001:db8::1]/',
    'http://intranet/',
    'http://printer.local/',
  ])('[U-88] [N-78] %s is refused, and nothing is asked', async (url) => {
    await expect(get(url.replace('PORT', String(port)))).rejects.toMatchObject({ code: 'private-address' })
    expect(seen).toEqual([])
  })

  test.each([
    'http://169.254.169.254/',
    'http://[fe80::1]/',
    'http://metadata.google.internal/',
    'http://[::ffff:a9fe:a9fe]/',
    'file:///etc/passwd',
    'ftp://example.org/',
    'gopher://example.org/',
    'data:text/plain,x',
    'javascript:1',
    'example.org',
    'http://user:word@example.org/',
  ])('[U-88] [N-78] %s is refused whatever is listed', async (url) => {
    const allow = ['169.254.169.254', 'fe80::1', 'metadata.google.internal', url]
    await expect(get(url, { allow })).rejects.toMatchObject({ code: 'forbidden-address' })
  })

  test('[U-88] that a name leads to is refused, and one among several is enough', async () => {
    const url = `http://pages.example:${port}/`
    for (const addresses of [['127.0.0.1'], ['93.184.216.34', '10.0.0.1'], ['::ffff:7f00:1']])
      await expect(get(url, {}, leadsTo(addresses))).rejects.toMatchObject({ code: 'private-address' })
    expect(seen).toEqual([])
  })

  test('[U-88] is the one that was looked at: a name that leads elsewhere at the next question does not help', async () => {
    // The first question is the only one, and its answer is connected to.
    const rebinding = leadsTo(['93.184.216.34'], ['127.0.0.1'])
    const stop = AbortSignal.timeout(300)
    await expect(get(`http://pages.example:${port}/`, { signal: stop }, rebinding)).rejects.toBeDefined()
    expect(seen).toEqual([])
  })

  test('[N-78] that the project lists is asked, by its number, its name or what the name leads to', async () => {
    expect(await get(here('/x'), listed())).toMatchObject({ status: 200, text: 'hello' })
    expect(await get(`http://localhost:${port}/`, { allow: [`http://localhost:${port}`] })).toMatchObject({
      status: 200,
    })
    const named = `http://pages.example:${port}/`
    expect(await get(named, listed(), leadsTo(['127.0.0.1']))).toMatchObject({ status: 200 })
    expect(await get(named, { allow: ['pages.example'] }, leadsTo(['127.0.0.1']))).toMatchObject({ status: 200 })
    await expect(get(here('/x'), { allow: ['127.0.0.1:1'] })).rejects.toMatchObject({ code: 'private-address' })
    await expect(get(here('/x'), { allow: [] })).rejects.toMatchObject({ code: 'private-address' })
  })
})

describe('a redirect', () => {
  test('[U-88] is looked at like the first address', async () => {
    const to = (url: string) => get(here(`/to/${encodeURIComponent(url)}`), listed())
    await expect(to('http://10.0.0.1/')).rejects.toMatchObject({ code: 'private-address' })
    await expect(to('http://[::1]:1/')).rejects.toMatchObject({ code: 'private-address' })
    await expect(to('http://169.254.169.254/')).rejects.toMatchObject({ code: 'forbidden-address' })
    await expect(to('file:///etc/passwd')).rejects.toMatchObject({ code: 'forbidden-address' })
    expect(await to('/x')).toMatchObject({ status: 200, url: here('/x') })
  })

  test('[U-88] is followed five times at most', async () => {
    await expect(get(here('/round/1'), listed())).rejects.toMatchObject({ code: 'unreachable' })
    expect(seen).toHaveLength(6)
  })

  test('takes a body along only where it is asked to, and a key to no other host', async () => {
    const sent = {
      method: 'POST',
      body: '{"a":1}',
      headers: { authorization: 'Bearer k', 'content-type': 'application/json' },
    } as const
    await get(here('/to/%2Fx'), { ...sent, ...listed() })
    expect(seen.at(-1)).toMatchObject({ method: 'GET', body: '', headers: { authorization: 'Bearer k' } })
    const other = encodeURIComponent(`http://localhost:${port}/x`)
    await get(here(`/keep/${other}`), { ...sent, allow: ['127.0.0.1', 'localhost'] })
    expect(seen.at(-1)).toMatchObject({ method: 'POST', body: '{"a":1}' })
    expect(seen.at(-1)?.headers).not.toHaveProperty('authorization')
  })
})

test('[U-88] a long body is read up to a million bytes', async () => {
  const { text, isCut } = await get(here('/large'), listed())
  expect([text.length, isCut]).toEqual([1_000_000, true])
})

test('what is listed is read as host, host and port, or address', () => {
  const allow = ['127.0.0.1:80', 'http://intranet', '[::1]', 'https://wiki.local:8443/page', '%%']
  expect(isListed(allow, '127.0.0.1', '80')).toBe(true)
  expect(isListed(allow, '127.0.0.1', '81')).toBe(false)
  expect(isListed(allow, 'INTRANET', '80')).toBe(true)
  expect(isListed(allow, 'intranet', '443')).toBe(false)
  expect(isListed(allow, '[0:0::1]', '9')).toBe(true)
  expect(isListed(allow, 'wiki.local', '8443')).toBe(true)
  expect(isListed([], 'localhost', '80')).toBe(false)
})

const RUNS = { numRuns: process.env.SLYGLASS_SOAK === '1' ? 20_000 : 500 }
const byte = fc.integer({ min: 0, max: 255 })
const blocked = fc.oneof(
  fc.tuple(fc.constantFrom(0, 10, 127), byte, byte, byte),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
  fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
  fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
  fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
)

test('[U-88] no spelling of an address that is kept for this machine, its network or many receivers is public', () => {
  const hex = (number: number) => number.toString(16)
  const spellings = ([a, b, c, d]: readonly [number, number, number, number]): readonly string[] => [
    [a, b, c, d].join('.'),
    String(((a * 256 + b) * 256 + c) * 256 + d),
    `0x${hex(((a * 256 + b) * 256 + c) * 256 + d)}`,
    [a, b, c, d].map((part) => `0${part.toString(8)}`).join('.'),
    `${a}.${b}.${c * 256 + d}`,
    `[::ffff:${a}.${b}.${c}.${d}]`,
    `[0:0:0:0:0:ffff:${hex(a * 256 + b)}:${hex(c * 256 + d)}]`,
    `[::${hex(a * 256 + b)}:${hex(c * 256 + d)}]`,
    `[64:ff9b::${hex(a * 256 + b)}:${hex(c * 256 + d)}]`,
    `[2002:${hex(a * 256 + b)}:${hex(c * 256 + d)}::1]`,
  ]
  fc.assert(
    fc.property(blocked, (address) => {
      for (const spelling of spellings(address))
        expect(reachOf(new URL(`http://${spelling}/`).hostname)).not.toBe('public')
    }),
    RUNS,
  )
})

test('[U-88] addresses of the open net are public', () => {
  const open = fc.tuple(fc.constantFrom(1, 8, 9, 93, 151, 185, 223), byte, byte, byte)
  fc.assert(
    fc.property(open, (address) => {
      expect(reachOf(address.join('.'))).toBe('public')
    }),
    RUNS,
  )
  for (const host of ['2606:2800::1', '2a00:1450::1', 'example.org']) expect(reachOf(host)).toBe('public')
})
