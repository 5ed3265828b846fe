// POST …/streaming_chat: the status is sent before anything else, so every later fault is a line.
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Json, type JsonObject, type JsonText, toJson } from '@slyglass/base'
import { type ChatRequest, passesFilter, printMessage, readChatRequest } from '@slyglass/protocol/neuro-san'
import { answerFault, jsonText } from './answers.ts'
import { type ChatRun, startChatRun } from './chat-run.ts'
import { requestLimit, takesEvents } from './network-rules.ts'
import { readJsonBody } from './read-json-body.ts'
import { requestFault } from './request-fault.ts'
import { withMetadata } from './request-metadata.ts'
import type { ServedNetwork } from './served-networks.ts'
import type { Service } from './service.ts'

interface Chat {
  readonly service: Service
  readonly served: ServedNetwork
  readonly metadata: JsonText
}

/** Answers a chat; resolves when nothing more will be written. */
export async function answerChat(chat: Chat, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readJsonBody(request)
  if (!body.ok) return refuseBody(request, response, body.error)
  response.writeHead(200, { 'content-type': 'application/json-lines' })
  // What is said at once goes out with its status in one piece.
  const headers = setTimeout(() => response.flushHeaders(), SOON_MS)
  const lines = new Lines(response)
  try {
    await converse(chat, body.value, lines)
  } catch (error) {
    chat.service.log.error({ error: error instanceof Error ? error.stack : String(error) }, 'defect')
    await lines.write(fault('Internal server error'))
  } finally {
    clearTimeout(headers)
    lines.end()
  }
}

const SOON_MS = 50

function refuseBody(request: IncomingMessage, response: ServerResponse, why: string): void {
  if (why === 'not-json') answerFault(request, response, 400, 'Invalid JSON format')
  else {
    response.writeHead(400, { connection: 'close' }).end()
    request.destroy()
  }
}

async function converse(chat: Chat, body: Json, lines: Lines): Promise<void> {
  if (isNoAgent(chat.served)) return lines.write(fault('Internal server error'))
  const read = readChatRequest(body)
  if (!read.ok) return lines.write(fault(read.error))
  const request = read.value
  if (request.text === undefined) return lines.write(new Map())
  const tooLarge = requestFault(request)
  if (tooLarge !== undefined) return lines.write(fault(tooLarge))
  const sly = withMetadata(request.sly, chat.metadata)
  const run = await startChatRun(chat.service, chat.served, {
    ...{ text: request.text, context: request.context, sly },
    ...{ source: 'service', streaming: 'network' },
  })
  if (takesEvents(chat.served.network) && !request.filter.everything && !request.filter.echo) {
    const text = 'Event acknowledged'
    return lines.write(envelope(printMessage({ type: 'AGENT_FRAMEWORK', text, chatContext: new Map() })))
  }
  await follow(chat, request, run, lines)
}

/** A front man that is a tool answers no chat; its file says so in the editor. */
function isNoAgent({ network: { frontMan } }: ServedNetwork): boolean {
  return frontMan?.className !== undefined || frontMan?.toolbox !== undefined
}

/** Writes the run's messages until it ends, its time is over, or its client is gone when there is something to write. */
async function follow({ service, served }: Chat, request: ChatRequest, run: ChatRun, lines: Lines): Promise<void> {
  const heartbeat = setHeartbeat(service.settings.heartbeatMs, lines)
  const timeout = setLimit(requestLimit(served.network), async () => {
    await lines.write(fault('Request timeout'))
    lines.end()
    await run.stop('request-timeout')
  })
  try {
    for await (const message of run.messages) {
      if (message.isFault === true) await lines.write(fault(message.text))
      if (message.isFault === true || !passesFilter(request.filter, message)) continue
      await lines.write(envelope(printMessage(message), request.filter.echo ? request.whole : undefined))
      if (lines.gone) await run.stop('client-gone')
    }
  } finally {
    clearInterval(heartbeat)
    clearTimeout(timeout)
  }
}

function setHeartbeat(everyMs: number, lines: Lines): NodeJS.Timeout | undefined {
  if (everyMs <= 0) return undefined
  const line = envelope(printMessage({ type: 'AGENT_PROGRESS', text: '' }))
  return setInterval(() => void lines.write(line), everyMs)
}

function setLimit(limit: number | undefined, stop: () => Promise<void>): NodeJS.Timeout | undefined {
  return limit === undefined ? undefined : setTimeout(() => void stop(), limit)
}

function envelope(response: JsonObject, request?: JsonObject): JsonObject {
  return new Map<string, Json>([
    ['response', response],
    ...(request === undefined ? [] : [['request', request] as const]),
  ])
}

function fault(text: string): Json {
  return toJson({ error: text })
}

/** Lines of an answer, each in a chunk of its own, no faster than they are read. */
class Lines {
  readonly #response: ServerResponse
  constructor(response: ServerResponse) {
    this.#response = response
  }

  /** The client has left, or the answer has ended. */
  get gone(): boolean {
    return this.#response.destroyed || this.#response.writableEnded
  }

  async write(line: Json): Promise<void> {
    if (this.gone || this.#response.write(`${jsonText(line)}\n`)) return
    await Promise.race([once(this.#response, 'drain'), once(this.#response, 'close')])
  }

  end(): void {
    if (!this.gone) this.#response.end()
  }
}
