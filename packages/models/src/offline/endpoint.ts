// The offline model as an OpenAI-compatible endpoint without a socket: a request in, a Response out.
import { parseJson, positionAt } from '@slyglass/base'
import { asChatBody } from './as-chat-body.ts'
import { chatChunks, chatCompletion } from './chat-wire.ts'
import { type Conversation, countWords, readConversation } from './conversation.ts'
import { followScript, type OfflineAnswer } from './follow-script.ts'
import { OFFLINE_MODEL, type OfflineReply } from './reply.ts'
import { responseEvents, responseObject } from './responses-wire.ts'
import { OFFLINE_LABEL, ruleOfThumb, unscripted } from './rule-of-thumb.ts'
import { readOfflineScript, type ScriptFault } from './script.ts'
import { offlineVectors } from './vectors.ts'

/** Error code of a script that cannot be read. */
export const SCRIPT_FAULT = 'offline-script-invalid'

/** Who asks. It reaches the endpoint beside the request, never inside it. */
export interface OfflineCaller {
  readonly agent: string
  readonly network: string
  readonly script: string | undefined
  readonly scriptFile?: string | undefined
}

export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

const PIECE_DELAY_MS = 4

export async function answerOffline(
  request: { readonly method: string; readonly url: string; readonly body: string },
  caller: OfflineCaller,
  signal: AbortSignal,
  sleep: Sleep,
): Promise<Response> {
  signal.throwIfAborted()
  if (request.method === 'GET' && request.url.endsWith('/models')) return json(200, modelList())
  if (request.method === 'POST' && request.url.endsWith('/embeddings')) return vectors(request.body)
  const api = apiOf(request.url)
  if (request.method !== 'POST' || api === undefined)
    return fault(404, 'not-found', `The ${OFFLINE_LABEL} answers /chat/completions, /responses and /embeddings only.`)
  const body = parseJson(request.body)
  if (!body.ok) return fault(400, 'invalid-json', `The request is no JSON: ${body.error.message}.`)
  const talk = api === 'chat' ? readConversation(body.value) : readConversation(asChatBody(body.value))
  const answer = chooseAnswer(caller, talk)
  if (answer instanceof Response) return answer
  if (answer.delayMs > 0) await sleep(answer.delayMs, signal)
  const reply = toReply(answer, talk)
  if (api === 'chat')
    return talk.stream
      ? stream([...chatChunks(reply, talk.includeUsage).map(chunkLine), 'data: [DONE]\n\n'], signal, sleep)
      : json(200, chatCompletion(reply))
  return talk.stream ? stream(responseEvents(reply).map(eventLines), signal, sleep) : json(200, responseObject(reply))
}

function vectors(text: string): Response {
  const body = parseJson(text)
  if (!body.ok) return fault(400, 'invalid-json', `The request is no JSON: ${body.error.message}.`)
  return json(200, offlineVectors(body.value))
}

function apiOf(url: string): 'chat' | 'responses' | undefined {
  if (url.endsWith('/chat/completions')) return 'chat'
  return url.endsWith('/responses') ? 'responses' : undefined
}

const chunkLine = (chunk: object): string => `data: ${JSON.stringify(chunk)}\n\n`

function eventLines(event: object): string {
  return `event: ${'type' in event ? String(event.type) : 'message'}\n${chunkLine(event)}`
}

type Answered = OfflineAnswer & {
  readonly usage?: { readonly promptTokens: number; readonly completionTokens: number }
}

function chooseAnswer(caller: OfflineCaller, talk: Conversation): Answered | Response {
  if (caller.script === undefined) return ruleOfThumb(talk)
  const script = readOfflineScript(caller.script)
  if (!script.ok) {
    const where = `The offline model's script of network ${caller.network} cannot be used`
    const file = caller.scriptFile ?? "the network's .offline.json file"
    return fault(400, SCRIPT_FAULT, `${where}: ${placed(caller.script, script.error)}. Correct ${file}.`)
  }
  const answer = followScript(script.value, caller.agent, talk) ?? unscripted(talk)
  return { ...answer, ...(script.value.usage && { usage: script.value.usage }) }
}

function placed(text: string, { message, offset }: ScriptFault): string {
  if (offset === undefined) return message
  const { line, column } = positionAt(text, offset)
  return `${message} (line ${line}, column ${column})`
}

function toReply(answer: Answered, talk: Conversation): OfflineReply {
  const content = answer.content ?? ''
  const calls = answer.calls.map((call, at) => ({ ...call, id: `call_offline_${talk.assistantTurns}_${at}` }))
  const prompt = answer.usage?.promptTokens ?? talk.words
  const spoken = calls.reduce((sum, call) => sum + countWords(call.args), countWords(content))
  const completion = answer.usage?.completionTokens ?? spoken
  return {
    content,
    calls,
    finish: calls.length > 0 ? 'tool_calls' : 'stop',
    usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
  }
}

function stream(lines: readonly string[], signal: AbortSignal, sleep: Sleep): Response {
  const waiting = [...lines]
  const encoder = new TextEncoder()
  const closed = new AbortController()
  const stop = AbortSignal.any([signal, closed.signal])
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await sleep(PIECE_DELAY_MS, stop)
      const next = waiting.shift()
      if (next === undefined) return controller.close()
      return controller.enqueue(encoder.encode(next))
    },
    cancel: () => closed.abort(),
  })
  return new Response(body, { status: 200, headers: { 'content-type': 'text/event-stream' } })
}

function modelList(): object {
  return { object: 'list', data: [{ id: OFFLINE_MODEL, object: 'model', created: 0, owned_by: OFFLINE_LABEL }] }
}

function fault(status: number, code: string, message: string): Response {
  return json(status, { error: { message, type: 'offline_model', param: null, code } })
}

function json(status: number, value: object): Response {
  return new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } })
}
