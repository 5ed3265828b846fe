// The offline model as an OpenAI-compatible endpoint without a socket: a request in, a Response out.
import { parseJson } from '@slyglass/base'
import { type Conversation, countWords, readConversation } from './conversation.ts'
import { followScript, type OfflineAnswer } from './follow-script.ts'
import { OFFLINE_LABEL, ruleOfThumb, unscripted } from './rule-of-thumb.ts'
import { readOfflineScript } from './script.ts'

export const OFFLINE_MODEL = 'offline-model'
/** Error code of a script that cannot be read. */
export const SCRIPT_FAULT = 'offline-script-invalid'

/** Who asks. It reaches the endpoint beside the request, never inside it. */
export interface OfflineCaller {
  readonly agent: string
  readonly network: string
  readonly script: string | undefined
}

export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

interface Reply {
  readonly content: string
  readonly calls: readonly { readonly id: string; readonly name: string; readonly args: string }[]
  readonly finish: 'stop' | 'tool_calls'
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number; readonly total_tokens: number }
}

const PIECE_DELAY_MS = 4
const PIECE_LENGTH = 12
const MAX_PIECES = 60

export async function answerOffline(
  request: { readonly method: string; readonly url: string; readonly body: string },
  caller: OfflineCaller,
  signal: AbortSignal,
  sleep: Sleep,
): Promise<Response> {
  signal.throwIfAborted()
  if (request.method === 'GET' && request.url.endsWith('/models')) return json(200, modelList())
  if (request.method !== 'POST' || !request.url.endsWith('/chat/completions'))
    return fault(404, 'not-found', `The ${OFFLINE_LABEL} answers chat completions only.`)
  const body = parseJson(request.body)
  if (!body.ok) return fault(400, 'invalid-json', `The request is no JSON: ${body.error.message}.`)
  const talk = readConversation(body.value)
  const answer = chooseAnswer(caller, talk)
  if (answer instanceof Response) return answer
  if (answer.delayMs > 0) await sleep(answer.delayMs, signal)
  const reply = toReply(answer, talk)
  return talk.stream ? stream(reply, talk.includeUsage, signal, sleep) : json(200, completion(reply))
}

type Answered = OfflineAnswer & {
  readonly usage?: { readonly promptTokens: number; readonly completionTokens: number }
}

function chooseAnswer(caller: OfflineCaller, talk: Conversation): Answered | Response {
  if (caller.script === undefined) return ruleOfThumb(talk)
  const script = readOfflineScript(caller.script)
  if (!script.ok) {
    const where = `The offline model's script of network ${caller.network} cannot be used`
    return fault(400, SCRIPT_FAULT, `${where}: ${script.error}. Correct the network's .offline.json file.`)
  }
  const answer = followScript(script.value, caller.agent, talk) ?? unscripted(talk)
  return { ...answer, ...(script.value.usage && { usage: script.value.usage }) }
}

function toReply(answer: Answered, talk: Conversation): Reply {
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

const HEAD = {
  id: 'chatcmpl-offline',
  created: 0,
  model: OFFLINE_MODEL,
  system_fingerprint: `${OFFLINE_LABEL}; usage counts words`,
}

function completion(reply: Reply): object {
  const message = {
    role: 'assistant',
    content: reply.content === '' && reply.calls.length > 0 ? null : reply.content,
    ...(reply.calls.length > 0 && { tool_calls: reply.calls.map(toCall) }),
  }
  return {
    ...HEAD,
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: reply.finish }],
    usage: reply.usage,
  }
}

const toCall = (call: Reply['calls'][number]): object => ({
  id: call.id,
  type: 'function',
  function: { name: call.name, arguments: call.args },
})

function chunks(reply: Reply, includeUsage: boolean): readonly object[] {
  const chunk = (delta: object, finish: string | null = null): object => ({
    ...HEAD,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
  const calls = reply.calls.flatMap(({ id, name, args }, index) => [
    chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
    ...pieces(args).map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ])
  return [
    chunk({ role: 'assistant', content: '' }),
    ...pieces(reply.content).map((content) => chunk({ content })),
    ...calls,
    chunk({}, reply.finish),
    ...(includeUsage ? [{ ...HEAD, object: 'chat.completion.chunk', choices: [], usage: reply.usage }] : []),
  ]
}

/** Small pieces, fewer and longer ones for a long text; a character outside the BMP is never cut in two. */
function pieces(text: string): readonly string[] {
  const letters = [...text]
  const size = Math.max(PIECE_LENGTH, Math.ceil(letters.length / MAX_PIECES))
  return Array.from({ length: Math.ceil(letters.length / size) }, (_, at) =>
    letters.slice(at * size, (at + 1) * size).join(''),
  )
}

function stream(reply: Reply, includeUsage: boolean, signal: AbortSignal, sleep: Sleep): Response {
  const waiting = [...chunks(reply, includeUsage).map((chunk) => JSON.stringify(chunk)), '[DONE]']
  const encoder = new TextEncoder()
  const closed = new AbortController()
  const stop = AbortSignal.any([signal, closed.signal])
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await sleep(PIECE_DELAY_MS, stop)
      const next = waiting.shift()
      if (next === undefined) return controller.close()
      return controller.enqueue(encoder.encode(`data: ${next}\n\n`))
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
