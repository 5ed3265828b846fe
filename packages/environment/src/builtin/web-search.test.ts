import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type JsonObject, parseJson } from '@slyglass/base'
import { memoryEnvironment } from '@slyglass/tools/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { placeInMemory } from '../environments/environments.ts'
import type { BuiltInCall } from './built-in-tool.ts'
import { SEARCH_PROVIDERS, webSearch } from './web-search.ts'

interface Seen {
  readonly method: string | undefined
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** What each provider answers, in its own shape, about the same two pages. */
const ANSWERS: Readonly<Record<string, string>> = {
  '/brave': JSON.stringify({
    web: {
      results: [
        { title: 'One <strong>tea</strong>', url: 'https://one.test/tea', description: 'Green tea.' },
        { title: 'Two', url: 'https://two.test/', description: 'Black tea.' },
      ],
    },
  }),
  '/serper': JSON.stringify({
    organic: [
      { title: 'One tea', link: 'https://one.test/tea', snippet: 'Green tea.', position: 1 },
      { title: 'Two', link: 'https://two.test/', snippet: 'Black tea.', position: 2 },
    ],
  }),
  '/ddgs': `<html><div class="result"><a rel="nofollow" class="result__a" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fone.test%2Ftea&amp;rut=1">One <b>tea</b></a>
    <a class="result__snippet" href="x">Green tea.</a></div>
    <div class="result result--ad"><a class="result__a" href="https://duckduckgo.com/y.js?ad=1">Buy</a></div>
    <div class="result"><a class="result__a" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Ftwo.test%2F">Two</a>
    <a class="result__snippet" href="y">Black
    tea.</a></div></html>`,
  '/openai/responses': JSON.stringify({
    output: [
      { type: 'web_search_call', status: 'completed' },
      {
        type: 'message',
        content: [
          {
            type: 'output_text',
            text: 'Green tea. (one)\nBlack tea. (two)',
            annotations: [
              { type: 'url_citation', start_index: 11, end_index: 16, title: 'One tea', url: 'https://one.test/tea' },
              { type: 'url_citation', start_index: 28, end_index: 33, title: 'Two', url: 'https://two.test/' },
              { type: 'url_citation', start_index: 28, end_index: 33, title: 'Two', url: 'https://two.test/' },
            ],
          },
        ],
      },
    ],
  }),
}

const PLACES = [
  ['Brave', '/brave', 'BRAVE_URL', 'x-subscription-token'],
  ['Serper', '/serper', 'SERPER_URL', 'x-api-key'],
  ['DuckDuckGo', '/ddgs', 'DDGS_URL', undefined],
  ['OpenAI', '/openai/responses', 'OPENAI_BASE_URL', 'authorization'],
] as const

let server: Server
let base = ''
const seen: Seen[] = []
let answer: { status: number; text: string; location?: string } | undefined

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    seen.push({ method: request.method, url: request.url ?? '', headers: request.headers, body })
    const path = new URL(request.url ?? '/', 'http://x').pathname
    if (answer === undefined) response.writeHead(200).end(ANSWERS[path] ?? '')
    else
      response
        .writeHead(answer.status, answer.location === undefined ? {} : { location: answer.location })
        .end(answer.text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  seen.length = 0
  answer = undefined
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

function search(name: string, args = '{"query":"tea & cake"}', more: Partial<BuiltInCall> = {}) {
  const place = PLACES.find(([provider]) => provider === name)
  const provider = SEARCH_PROVIDERS.get(name)
  if (place === undefined || provider === undefined) throw new Error(name)
  const path = place[1].replace('/responses', '')
  const variables: Record<string, string> = { [place[2]]: `http://${base}${path}` }
  if (provider.key !== undefined) variables[provider.key] = 'k-7431'
  const parsed = parseJson(args)
  const call: BuiltInCall = {
    args: (parsed.ok ? parsed.value : new Map()) as JsonObject,
    place: placeInMemory(memoryEnvironment()),
    fetchAllow: [base],
    network: 'on',
    variable: (wanted) => variables[wanted],
    signal: new AbortController().signal,
    onOutput: () => undefined,
    ...more,
  }
  return webSearch(provider)(call)
}

describe('searching the web', () => {
  test.each(PLACES)(
    '[N-96] %s answers in the shape of all others, and its key goes to it alone',
    async (name, path, _variable, header) => {
      const end = await search(name)
      expect(end.ok && JSON.parse(end.text)).toEqual({
        query: 'tea & cake',
        provider: name.toLowerCase(),
        results: [
          { position: 1, title: 'One tea', url: 'https://one.test/tea', snippet: 'Green tea.' },
          { position: 2, title: 'Two', url: 'https://two.test/', snippet: 'Black tea.' },
        ],
      })
      expect(seen).toHaveLength(1)
      expect(seen[0]?.url.split('?')[0]).toBe(path)
      expect(decodeURIComponent(`${seen[0]?.url} ${seen[0]?.body}`.replaceAll('+', ' '))).toContain('tea & cake')
      if (header !== undefined) expect(seen[0]?.headers[header]).toContain('k-7431')
      expect(`${seen[0]?.url} ${seen[0]?.body}`).not.toContain('k-7431')
    },
  )

  test.each(PLACES)('%s gives as many as are asked for', async (name) => {
    const end = await search(name, '{"query":"tea","count":1}')
    expect(end.ok && JSON.parse(end.text).results).toHaveLength(1)
  })

  test.each(PLACES)('%s that refuses is a failure that says so, without the key', async (name) => {
    answer = { status: 429, text: 'slow down' }
    const end = await search(name)
    expect(end).toMatchObject({ ok: false, category: 'external', text: expect.stringContaining('HTTP 429. slow down') })
    expect(JSON.stringify(end)).not.toContain('k-7431')
  })

  test.each(PLACES)('%s that answers nonsense has no results', async (name) => {
    answer = { status: 200, text: '<a class="result__a" <<{"web":{"results":[1,null,{"title":2}]}}' }
    const end = await search(name)
    expect(end.ok && JSON.parse(end.text).results.every((hit: { title: string }) => hit.title === '')).toBe(true)
  })

  test.each(PLACES)('[se 5b.9] %s does not lead a key on to another address', async (name) => {
    answer = { status: 307, text: '', location: `http://${base}/elsewhere` }
    expect(await search(name)).toMatchObject({ ok: false, text: expect.stringContaining('leads on elsewhere') })
    expect(seen).toHaveLength(1)
  })

  test('asks nobody without a key, without a query, with the network off, or on this machine unasked', async () => {
    const ends = [
      await search('Brave', undefined, { variable: () => undefined }),
      await search('Brave', '{"query":" "}'),
      await search('Brave', undefined, { network: 'off' }),
      await search('Brave', undefined, { fetchAllow: [] }),
    ]
    expect(ends.map((end) => end.ok)).toEqual([false, false, false, false])
    expect(ends[0]).toMatchObject({ text: 'BRAVE_API_KEY is not set' })
    expect(seen).toEqual([])
  })
})
