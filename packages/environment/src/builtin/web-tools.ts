// Asking the web: one way out for all of them, with one rule for addresses.
import { isJsonObject, jsonAt, printJson } from '@slyglass/base'
import { RequestFault } from '../guarded-request.ts'
import { fetchGuarded, MOST_BODY_BYTES, type WebAnswer, type WebRequest } from '../outbound/fetch-guarded.ts'
import { type BuiltInCall, type BuiltInEnd, done, failed, textArg } from './built-in-tool.ts'
import { htmlText } from './html-text.ts'

const AGENT = { 'user-agent': 'slyglass', accept: '*/*' }
/** Fields that say how the message itself is carried. */
const OWN_FIELDS = /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect|proxy-.*)$/i

export async function webFetch(call: BuiltInCall): Promise<BuiltInEnd> {
  return asking(
    call,
    { method: 'GET', headers: { ...AGENT, accept: 'text/html, text/*, application/json, */*' } },
    page,
  )
}

/** A request of one method; the answer's body as it came. */
export function requests(method: WebRequest['method']): (call: BuiltInCall) => Promise<BuiltInEnd> {
  return async (call) => {
    const own = readHeaders(call)
    if (own === undefined) return failed('headers must be an object of texts, none about the connection', 'validation')
    const data = method === 'GET' || method === 'DELETE' ? undefined : jsonAt(call.args, 'data')
    if (data === undefined || data === null) return asking(call, { method, headers: { ...AGENT, ...own } }, bodyOf)
    const body = typeof data === 'string' ? data : printJson(data)
    const type = typeof data === 'string' ? 'text/plain; charset=utf-8' : 'application/json'
    const headers = { ...AGENT, 'content-type': type, ...own, 'content-length': String(Buffer.byteLength(body)) }
    return asking(call, { method, headers, body }, bodyOf)
  }
}

async function asking(
  call: BuiltInCall,
  request: Pick<WebRequest, 'method' | 'headers' | 'body'>,
  read: (answer: WebAnswer) => string,
): Promise<BuiltInEnd> {
  const url = textArg(call.args, 'url')
  if (url === undefined || url === '') return failed('url must be a text', 'validation')
  if (call.network === 'off') return failed(`The network is off for tools here, so ${url} was not asked`, 'permission')
  try {
    const answer = await fetchGuarded({ url, ...request, allow: call.fetchAllow, signal: call.signal })
    return answer.status >= 200 && answer.status < 300 ? done(withCut(read(answer), answer)) : badStatus(answer, read)
  } catch (error) {
    if (!(error instanceof RequestFault)) throw error
    return faultEnd(error)
  }
}

function badStatus(answer: WebAnswer, read: (answer: WebAnswer) => string): BuiltInEnd {
  const words = answer.status === 404 ? 'Resource not found' : `HTTP ${answer.status}: Request failed`
  const said = read(answer).trim().slice(0, 2000)
  return failed(said === '' ? words : `${words}\n${said}`, 'external')
}

function faultEnd({ code, message }: RequestFault): BuiltInEnd {
  if (code === 'forbidden-address') return failed(message, 'permission')
  if (code === 'private-address')
    return failed(`${message} Tools may ask it only when the network lists it in studio.fetch.allow.`, 'permission')
  if (code === 'timed-out') return failed('Request timeout - service may be slow', 'external')
  return failed(`Network error: ${message}`, 'external')
}

function withCut(text: string, { isCut }: WebAnswer): string {
  return isCut ? `${text}\n[more than ${MOST_BODY_BYTES.toLocaleString('en')} bytes; the rest was not read]` : text
}

const bodyOf = (answer: WebAnswer): string => answer.text

function page({ type, text }: WebAnswer): string {
  return /html/i.test(type) || /^\s*<(?:!doctype html|html)/i.test(text) ? htmlText(text) : text
}

function readHeaders({ args }: BuiltInCall): Readonly<Record<string, string>> | undefined {
  const given = jsonAt(args, 'headers')
  if (given === undefined || given === null) return {}
  if (!isJsonObject(given)) return undefined
  const fields = [...given].map(([name, value]) => [name.toLowerCase(), value] as const)
  const isFine = fields.every(
    ([name, value]) =>
      /^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name) &&
      !OWN_FIELDS.test(name) &&
      typeof value === 'string' &&
      /^[\t\x20-\x7e\x80-\xff]*$/.test(value),
  )
  return isFine ? Object.fromEntries(fields.map(([name, value]) => [name, String(value)])) : undefined
}
