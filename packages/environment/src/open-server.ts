// A running neuro-san server that a person opened by its address: what it lists, who calls whom in it, and chats with it.
import type { IncomingMessage } from 'node:http'
import { err, ok, type Result } from '@slyglass/base'
import type { FarChat } from '@slyglass/runtime'
import { FarFailure } from '@slyglass/runtime/failures'
import { z } from 'zod'
import { guardedRequest, RequestFault, readPieces } from './guarded-request.ts'

/** Why the server could not be asked, in words for a person. `code` is stable. */
export interface ServerFault {
  readonly code:
    | 'server-address'
    | 'forbidden-address'
    | 'private-address'
    | 'server-unreachable'
    | 'server-timed-out'
    | 'server-redirects'
    | 'not-neuro-san'
    | 'far-network'
    | 'server-refuses'
    | 'stream-cut'
  readonly message: string
  readonly hint: string
}

/** A network in the server's list. */
export interface ListedNetwork {
  readonly name: string
  readonly description: string
  readonly tags: readonly string[]
}

/** One thing that the server says is part of a network. */
export interface ConnectivityRow {
  readonly origin: string
  readonly tools: readonly string[]
  readonly displayAs: string
}

/** What a server tells of a network. */
export interface Connectivity {
  readonly rows: readonly ConnectivityRow[]
  readonly description: string
  readonly sampleQueries: readonly string[]
}

/** A server at an address that was confirmed, where that was needed. */
export interface OpenServer {
  /** `http://host:port`, nothing after it. */
  readonly address: string
  list(): Promise<Result<readonly ListedNetwork[], ServerFault>>
  connectivity(network: string): Promise<Result<Connectivity, ServerFault>>
  /** How chats with a network of it are held. */
  chat(network: string): FarChat
}

/** Waits; a test shortens them. */
export interface ServerTimes {
  readonly headMs: number
  readonly silentMs: number
}

const TIMES: ServerTimes = { headMs: 15_000, silentMs: 600_000 }
const MAX_ANSWER = 8 * 1024 * 1024
const MAX_STREAM = 256 * 1024 * 1024
const MAX_LINE = 32 * 1024 * 1024

const listSchema = z.looseObject({
  agents: z.array(
    z.looseObject({
      agent_name: z.string().min(1),
      description: z.string().nullish(),
      tags: z.array(z.string()).nullish(),
    }),
  ),
})
const rowSchema = z.looseObject({
  origin: z.string(),
  tools: z.array(z.string()).nullish(),
  display_as: z.string().nullish(),
})
const connectivitySchema = z.looseObject({
  connectivity_info: z.array(rowSchema),
  metadata: z
    .looseObject({ description: z.string().nullish(), sample_queries: z.array(z.string()).nullish() })
    .nullish()
    .catch(undefined),
})

/** The address of a server as a person types it. `http` without a port means 8080, as neuro-san reads such addresses. */
export function readServerAddress(typed: string): Result<string, ServerFault> {
  const text = typed.trim()
  const url = parseUrl(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`)
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hostname === '')
    return err(badAddress(`${text} is no address of a server.`))
  if (url.username !== '' || url.password !== '')
    return err(badAddress('The address holds a user name or a password, which would be shown and kept.'))
  if (!/^\/(?:api(?:\/v1(?:\/list)?)?\/?)?$/.test(url.pathname) || url.search !== '')
    return err(badAddress(`${text} names more than a server.`))
  const port = url.port === '' && url.protocol === 'http:' && !/:80(?:\/|$)/.test(text) ? ':8080' : ''
  return ok(`${url.protocol}//${url.host}${port}`)
}

/** A server at an address from `readServerAddress`. Nothing is asked yet. */
export function openServer(address: string, allowPrivate: boolean, times: ServerTimes = TIMES): OpenServer {
  const ask = (path: string, init: { readonly method: 'GET' | 'POST'; readonly body?: string }, signal: AbortSignal) =>
    guardedRequest({ url: new URL(`${address}/api/v1/${path}`), ...init, allowPrivate, signal, ...times })
  const read = async <T>(path: string, schema: z.ZodType<T>, what: string): Promise<Result<T, ServerFault>> => {
    const signal = AbortSignal.timeout(2 * times.headMs)
    try {
      const response = await ask(path, { method: 'GET' }, signal)
      const refused = refusalOf(response, address, what)
      if (refused !== undefined) return err(refused)
      const parsed = schema.safeParse(parseAnswer(await readAll(response, signal)))
      return parsed.success ? ok(parsed.data) : err(notNeuroSan(address))
    } catch (cause) {
      return err(faultOf(signal.aborted ? LATE : cause, address))
    }
  }
  return {
    address,
    async list() {
      const read1 = await read('list', listSchema, 'list')
      if (!read1.ok) return read1.error.code === 'far-network' ? err(notNeuroSan(address)) : read1
      return ok(read1.value.agents.map(toListed))
    },
    async connectivity(network) {
      const answer = await read(`${pathOf(network)}/connectivity`, connectivitySchema, network)
      return answer.ok ? ok(toConnectivity(answer.value)) : answer
    },
    chat: (network) => (body, signal) =>
      chatLines(
        network,
        address,
        () => ask(`${pathOf(network)}/streaming_chat`, { method: 'POST', body }, signal),
        signal,
      ),
  }
}

const LATE = new RequestFault('timed-out', 'The answer took too long.')

async function* chatLines(
  network: string,
  address: string,
  ask: () => Promise<IncomingMessage>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  try {
    const response = await ask()
    const refused = refusalOf(response, address, network)
    if (refused !== undefined) throw new FarFailure({ code: refused.code, message: sentenceOf(refused) })
    yield* linesOf(readPieces(response, signal))
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof FarFailure) throw cause
    const fault = faultOf(cause, address)
    throw new FarFailure({ code: fault.code, message: sentenceOf(fault) })
  }
}

async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let held = ''
  let length = 0
  for await (const piece of pieces) {
    length += piece.length
    if (length > MAX_STREAM) throw new RequestFault('cut', 'The stream is too long to be kept.')
    const lines = (held + piece).split('\n')
    held = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') yield line
    if (held.length > MAX_LINE) throw new RequestFault('cut', 'A line of the stream is too long to be kept.')
  }
  if (held.trim() !== '') yield held
}

async function readAll(response: IncomingMessage, signal: AbortSignal): Promise<string> {
  let text = ''
  for await (const piece of readPieces(response, signal)) {
    text += piece
    if (text.length > MAX_ANSWER) throw new RequestFault('cut', 'The answer is too long to be a list.')
  }
  return text
}

/** What a status says; the body of a refusal is not needed. */
function refusalOf(response: IncomingMessage, address: string, what: string): ServerFault | undefined {
  const status = response.statusCode ?? 0
  if (status === 200) return undefined
  response.destroy()
  if (status >= 300 && status < 400) {
    const message = `${address} sends to another address, which is not followed.`
    return { code: 'server-redirects', message, hint: 'Open the address that it sends to, if you know it.' }
  }
  if (status === 404) {
    const message = `${address} serves no network named ${what}.`
    return { code: 'far-network', message, hint: 'Open the server again to read its list anew.' }
  }
  const message =
    status === 503
      ? `${address} is busy or shutting down (status 503).`
      : `${address} refused the request with status ${status}.`
  return { code: 'server-refuses', message, hint: status === 503 ? 'Try again in a moment.' : 'Its own log says why.' }
}

function faultOf(cause: unknown, address: string): ServerFault {
  if (!(cause instanceof RequestFault)) throw cause
  const { message } = cause
  switch (cause.code) {
    case 'private-address':
      return { code: cause.code, message, hint: 'Confirm that you want to reach it. Nothing was asked yet.' }
    case 'forbidden-address':
      return { code: cause.code, message, hint: 'Nothing is asked there, whoever wants it.' }
    case 'unreachable':
      return {
        code: 'server-unreachable',
        message: `${address} could not be reached: ${message}.`,
        hint: 'Check the address, and that the server runs.',
      }
    case 'timed-out':
      return {
        code: 'server-timed-out',
        message: `${address} did not answer in time. ${message}`,
        hint: 'See whether the server is busy, then try again.',
      }
    case 'cut':
      return {
        code: 'stream-cut',
        message: `${address} broke its answer off: ${message}.`,
        hint: 'What came until then is kept. Try again.',
      }
  }
}

function notNeuroSan(address: string): ServerFault {
  return {
    code: 'not-neuro-san',
    message: `${address} does not answer like a neuro-san server.`,
    hint: 'Its HTTP port is wanted, which is 8080 unless it was told another one.',
  }
}

function badAddress(message: string): ServerFault {
  return { code: 'server-address', message, hint: 'Type it like http://127.0.0.1:8080.' }
}

const sentenceOf = ({ message, hint }: ServerFault) => `${message} ${hint}`

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const pathOf = (network: string) => network.split('/').map(encodeURIComponent).join('/')

function toListed({
  agent_name: name,
  description,
  tags,
}: z.infer<typeof listSchema>['agents'][number]): ListedNetwork {
  return { name, description: description ?? '', tags: tags ?? [] }
}

function toConnectivity({ connectivity_info: rows, metadata }: z.infer<typeof connectivitySchema>): Connectivity {
  return {
    rows: rows.map(({ origin, tools, display_as: displayAs }) => {
      return { origin, tools: tools ?? [], displayAs: displayAs ?? '' }
    }),
    description: metadata?.description ?? '',
    sampleQueries: metadata?.sample_queries ?? [],
  }
}
