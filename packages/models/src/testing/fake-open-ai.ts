// An OpenAI-compatible server on 127.0.0.1 that follows a script, and misbehaves on request.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { isJsonObject, type JsonObject, jsonAt, parseJson } from '@slyglass/base'
import { chatCompletion, chatEvents } from './chat-wire.ts'
import { answerTo, type FakeReply, type FakeScript, readFakeScript, see } from './script.ts'

/** How the server misbehaves, from the next request on. */
export type FakeFault =
  | { readonly kind: 'status'; readonly status: number; readonly body?: string; readonly contentType?: string }
  /** Takes the request and never answers. */
  | { readonly kind: 'hang' }
  /** Begins the answer and never ends it. */
  | { readonly kind: 'hang-midway' }
  /** Closes the connection without an answer. */
  | { readonly kind: 'cut' }
  /** Closes it in the middle of the answer. */
  | { readonly kind: 'cut-midway' }
  /** Answers 200 with a web page. */
  | { readonly kind: 'html' }
  | { readonly kind: 'redirect'; readonly to: string; readonly status?: number }
  /** Answers 200 with this body. */
  | { readonly kind: 'body'; readonly body: string; readonly contentType: string }

/** One request as it was received. */
export interface FakeRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The received text, unchanged. */
  readonly body: string
  readonly agent: string | undefined
  /** Index of the rule that answered; null without one. */
  readonly rule: number | null
}

export interface FakeOpenAi {
  readonly port: number
  readonly baseUrl: string
  readonly requests: readonly FakeRequest[]
  follow(script: string | object): void
  misbehave(fault: FakeFault | undefined): void
  close(): Promise<void>
}

interface State {
  script: FakeScript
  fault: FakeFault | undefined
  readonly requests: FakeRequest[]
  readonly attempts: Map<string, number>
}

const MODELS = /\/models$/
const CHAT = /\/chat\/completions$/

/** Starts the server; `script` has the format of the recordings' `model-script.json`. */
export async function startFakeOpenAi(
  options: { readonly script?: string | object; readonly fault?: FakeFault; readonly port?: number } = {},
): Promise<FakeOpenAi> {
  const state: State = {
    script: readFakeScript(options.script ?? {}),
    fault: options.fault,
    requests: [],
    attempts: new Map(),
  }
  const server = createServer((request, response) => {
    answer(state, request, response).catch(() => response.destroy())
  })
  const port = await listen(server, options.port ?? 0)
  return {
    port,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests: state.requests,
    follow: (script) => {
      state.script = readFakeScript(script)
    },
    misbehave: (fault) => {
      state.fault = fault
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname
  const body = await readText(request)
  const note = (agent: string | undefined, rule: number | null): void => {
    const { method = 'GET', headers } = request
    state.requests.push({ method, path, headers, body, agent, rule })
  }
  if (state.fault !== undefined) {
    note(undefined, null)
    return misbehave(state.fault, response)
  }
  if (request.method === 'GET' && MODELS.test(path)) {
    note(undefined, null)
    const models = state.script.models.map((id) => ({ id, object: 'model', created: 0, owned_by: 'fake' }))
    return sendJson(response, 200, JSON.stringify({ object: 'list', data: models }))
  }
  const json = parseJson(body)
  if (request.method !== 'POST' || !CHAT.test(path) || !json.ok || !isJsonObject(json.value)) {
    note(undefined, null)
    return sendJson(response, 404, JSON.stringify({ error: { message: `no such endpoint ${request.method} ${path}` } }))
  }
  return followScript(state, json.value, response, note)
}

async function followScript(
  state: State,
  body: JsonObject,
  response: ServerResponse,
  note: (agent: string | undefined, rule: number | null) => void,
): Promise<void> {
  const seen = see(body)
  const same = `${seen.agent} ${seen.model} ${seen.fingerprint}`
  const attempt = state.attempts.get(same) ?? 0
  state.attempts.set(same, attempt + 1)
  const scripted = answerTo(state.script, seen, attempt)
  note(seen.agent, scripted.rule)
  if (scripted.delayMs > 0) await wait(scripted.delayMs)
  if (scripted.kind === 'error') return sendJson(response, scripted.status, scripted.body, scripted.headers)
  return sendReply(response, body, scripted.reply)
}

function sendReply(response: ServerResponse, body: JsonObject, reply: FakeReply): void {
  if (body.get('stream') !== true) {
    sendJson(response, 200, JSON.stringify(chatCompletion(reply)))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of chatEvents(reply, jsonAt(body, 'stream_options', 'include_usage') === true)) response.write(event)
  response.end()
}

const HALF_AN_ANSWER = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'Half an ' }, finish_reason: null }] })}\n\n`
const WEB_PAGE = '<!doctype html><title>Welcome</title>'

function misbehave(fault: FakeFault, response: ServerResponse): void {
  const given = wrongAnswer(fault)
  if (given !== undefined) sendJson(response, given.status, given.body, given.headers)
  if (fault.kind === 'cut') response.destroy()
  if (fault.kind !== 'hang-midway' && fault.kind !== 'cut-midway') return
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(HALF_AN_ANSWER, () => {
    if (fault.kind === 'cut-midway') response.destroy()
  })
}

interface WrongAnswer {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

function wrongAnswer(fault: FakeFault): WrongAnswer | undefined {
  switch (fault.kind) {
    case 'status': {
      const { status, body = JSON.stringify({ error: { message: `fault ${status}` } }) } = fault
      return { status, body, headers: { 'content-type': fault.contentType ?? 'application/json' } }
    }
    case 'html':
      return { status: 200, body: WEB_PAGE, headers: { 'content-type': 'text/html' } }
    case 'redirect':
      return { status: fault.status ?? 307, body: '', headers: { location: fault.to } }
    case 'body':
      return { status: 200, body: fault.body, headers: { 'content-type': fault.contentType } }
    default:
      return undefined
  }
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body)
}

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}
