// Searching the web with one of several providers. They take the same and answer in the same shape, so that one word swaps them.
import {
  isJsonList,
  isJsonObject,
  type Json,
  JsonNumber,
  type JsonObject,
  jsonAt,
  parseJson,
  printJson,
  toJson,
} from '@slyglass/base'
import { RequestFault } from '../guarded-request.ts'
import { fetchGuarded, type WebAnswer, type WebRequest } from '../outbound/fetch-guarded.ts'
import { type BuiltInCall, type BuiltInEnd, countArg, failed, type ReadVariable, textArg } from './built-in-tool.ts'
import { duckDuckGoHits } from './duck-duck-go.ts'

/** One result. */
export interface Hit {
  readonly title: string
  readonly url: string
  readonly snippet: string
}

interface Asked {
  readonly query: string
  readonly count: number
  readonly variable: ReadVariable
}

/** A provider: how it is asked, and where its answer has the results. */
export interface SearchProvider {
  readonly name: string
  /** The variable with its key; absent where none is needed. */
  readonly key?: string
  request(asked: Asked, key: string): Pick<WebRequest, 'url' | 'method' | 'headers' | 'body'>
  hits(answer: string): readonly Hit[]
}

const MOST = 20
const JSON_FIELDS = { accept: 'application/json', 'user-agent': 'slyglass' }

const brave: SearchProvider = {
  name: 'brave',
  key: 'BRAVE_API_KEY',
  request({ query, count, variable }, key) {
    const url = new URL(variable('BRAVE_URL') ?? 'https://api.search.brave.com/res/v1/web/search')
    url.searchParams.set('q', query)
    url.searchParams.set('count', String(count))
    return { url: url.href, method: 'GET', headers: { ...JSON_FIELDS, 'x-subscription-token': key } }
  },
  hits: (answer) => hitsAt(answer, ['web', 'results'], { title: 'title', url: 'url', snippet: 'description' }),
}

const serper: SearchProvider = {
  name: 'serper',
  key: 'SERPER_API_KEY',
  request({ query, count, variable }, key) {
    const url = variable('SERPER_URL') ?? 'https://google.serper.dev/search'
    return { url, ...sent({ q: query, num: count }, { 'x-api-key': key }) }
  },
  hits: (answer) => hitsAt(answer, ['organic'], { title: 'title', url: 'link', snippet: 'snippet' }),
}

const duckDuckGo: SearchProvider = {
  name: 'duckduckgo',
  request({ query, variable }) {
    const url = variable('DDGS_URL') ?? 'https://html.duckduckgo.com/html/'
    const body = new URLSearchParams({ q: query }).toString()
    const type = 'application/x-www-form-urlencoded'
    return { url, method: 'POST', headers: { ...fieldsFor(body, type), accept: 'text/html' }, body }
  },
  hits: duckDuckGoHits,
}

const openAi: SearchProvider = {
  name: 'openai',
  key: 'OPENAI_API_KEY',
  request({ query, count, variable }, key) {
    const base = (variable('OPENAI_BASE_URL') ?? 'https://api.openai.com/v1').replace(/\/+$/, '')
    const input = `Search the web for: ${query}\nName at most ${count} sources, each with one sentence of what it says.`
    const body = { model: variable('OPENAI_SEARCH_MODEL') ?? 'gpt-4.1', tools: [{ type: 'web_search' }], input }
    return { url: `${base}/responses`, ...sent(body, { authorization: `Bearer ${key}` }) }
  },
  hits: openAiHits,
}

/** By the last word of the class. */
export const SEARCH_PROVIDERS: ReadonlyMap<string, SearchProvider> = new Map([
  ['Brave', brave],
  ['Serper', serper],
  ['DuckDuckGo', duckDuckGo],
  ['OpenAI', openAi],
])

/** The tool of a provider. Its result is `{query, provider, results: [{position, title, url, snippet}]}`. */
export function webSearch(provider: SearchProvider): (call: BuiltInCall) => Promise<BuiltInEnd> {
  return async (call) => {
    const query = textArg(call.args, 'query')?.trim() ?? ''
    if (query === '') return failed('query must be a text', 'validation')
    const key = provider.key === undefined ? '' : (call.variable(provider.key) ?? '')
    if (provider.key !== undefined && key === '') return failed(`${provider.key} is not set`, 'permission')
    if (call.network === 'off')
      return failed('The network is off for tools here, so nothing was searched', 'permission')
    const count = Math.min(MOST, countArg(call.args, 'count', 5))
    try {
      const request = provider.request({ query, count, variable: call.variable }, key)
      // A key goes to the address that it is for, and nowhere on from there.
      const answer = await fetchGuarded({ ...request, allow: call.fetchAllow, signal: call.signal, redirects: 0 })
      return toEnd(provider, { query, count }, answer)
    } catch (error) {
      if (!(error instanceof RequestFault)) throw error
      return failed(`${provider.name} could not be asked: ${error.message}`, 'external')
    }
  }
}

function toEnd(
  provider: SearchProvider,
  { query, count }: { query: string; count: number },
  answer: WebAnswer,
): BuiltInEnd {
  if (answer.status < 200 || answer.status >= 300)
    return failed(
      `${provider.name} answered with HTTP ${answer.status}. ${answer.text.trim().slice(0, 500)}`,
      'external',
    )
  const hits = provider.hits(answer.text).slice(0, count)
  const results = hits.map((hit, at) => ({ position: at + 1, ...hit }))
  const value = toJson({ query, provider: provider.name, results })
  return { ok: true, text: printJson(value), value }
}

function sent(
  body: object,
  headers: Readonly<Record<string, string>>,
): Pick<WebRequest, 'method' | 'headers' | 'body'> {
  const text = printJson(toJson(body))
  return { method: 'POST', headers: { ...JSON_FIELDS, ...fieldsFor(text, 'application/json'), ...headers }, body: text }
}

function fieldsFor(body: string, type: string): Readonly<Record<string, string>> {
  return { 'user-agent': 'slyglass', 'content-type': type, 'content-length': String(Buffer.byteLength(body)) }
}

function hitsAt(answer: string, path: readonly string[], names: Hit): readonly Hit[] {
  const parsed = parseJson(answer)
  const found = parsed.ok ? jsonAt(parsed.value, ...path) : undefined
  const rows = isJsonList(found) ? found.filter(isJsonObject) : []
  return rows.map((row) => ({
    title: text(row, names.title),
    url: text(row, names.url),
    snippet: text(row, names.snippet),
  }))
}

/** Sources stand as citations at the text of an answer; a citation's sentence is what the answer says of it. */
function openAiHits(answer: string): readonly Hit[] {
  const parsed = parseJson(answer)
  const output = parsed.ok ? list(jsonAt(parsed.value, 'output')) : []
  const hits = output
    .flatMap((item) => list(jsonAt(item, 'content')))
    .flatMap((part) => {
      const whole = text(part, 'text')
      return list(jsonAt(part, 'annotations')).map((cited) => ({
        title: text(cited, 'title'),
        url: text(cited, 'url'),
        snippet: sentenceAt(whole, numberAt(cited, 'start_index')),
      }))
    })
  return hits.filter(({ url }, at) => url !== '' && hits.findIndex((other) => other.url === url) === at)
}

/** The line of a text that ends with what is cited at a place. */
function sentenceAt(whole: string, at: number): string {
  const before = whole.slice(0, at)
  return (before.split('\n').at(-1) ?? '').replace(/[\s([]+$/, '').trim()
}

const list = (json: Json | undefined): readonly JsonObject[] => (isJsonList(json) ? json.filter(isJsonObject) : [])

function text(row: JsonObject, name: string): string {
  const value = row.get(name)
  return typeof value === 'string' ? value.replace(/<\/?(?:strong|b|em)>/g, '') : ''
}

function numberAt(row: JsonObject, name: string): number {
  const value = row.get(name)
  return value instanceof JsonNumber ? value.toNumber() : 0
}
