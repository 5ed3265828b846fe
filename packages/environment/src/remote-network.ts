// Networks of other servers over neuro-san's HTTP API: their function, and one chat without memory.
import { AnswerCut, isJsonList, isJsonObject, type JsonObject, jsonAt, parseJson, printJson } from '@slyglass/base'
import type { RemoteAnswer, RemoteNetworkPort } from '@slyglass/runtime'
import { outboundAddress } from './outbound-address.ts'
import { answerOf, readMessage } from './remote-answer.ts'

const MAX_ANSWER = 32 * 1024 * 1024

/** `platformFetch`: the platform's unless a test brings its own. */
export function createRemoteNetworks(platformFetch: typeof fetch = fetch): RemoteNetworkPort {
  const send = async (url: string, init: RequestInit): Promise<Response> => {
    const response = await platformFetch(url, { ...init, redirect: 'error' })
    if (response.ok) return response
    await response.body?.cancel()
    throw new Error(`${url} answered with status ${response.status}.`)
  }
  return {
    async describe(reference, signal) {
      const response = await send(`${agentUrl(reference)}/function`, { signal })
      const parsed = parseJson(await response.text())
      const declared = parsed.ok ? jsonAt(parsed.value, 'function') : undefined
      if (!isJsonObject(declared)) throw new Error(`${reference} does not answer like a neuro-san server.`)
      return printJson(declared)
    },
    async chat(reference, request, signal) {
      const sly = [...request.sly].map(([key, text]) => `${JSON.stringify(key)}:${text}`)
      const parts = [
        `"user_message":{"type":"HUMAN","text":${JSON.stringify(request.message)}}`,
        ...(sly.length === 0 ? [] : [`"sly_data":{${sly.join(',')}}`]),
        ...(request.onMessage === undefined ? [] : ['"chat_filter":{"chat_filter_type":"MAXIMAL"}']),
      ]
      const headers = { ...request.headers, 'content-type': 'application/json' }
      const body = `{${parts.join(',')}}`
      const response = await send(`${agentUrl(reference)}/streaming_chat`, { method: 'POST', headers, body, signal })
      return lastAnswer(response, request.onMessage)
    },
  }
}

/** `http` without a port means 8080, as in the original. */
function agentUrl(reference: string): string {
  const url = outboundAddress(reference)
  const port = url.port === '' && url.protocol === 'http:' ? ':8080' : url.port === '' ? '' : `:${url.port}`
  return `${url.protocol}//${url.hostname}${port}/api/v1${url.pathname}`
}

/** The last message that answers; a fault line or nothing at all is no answer. */
async function lastAnswer(
  response: Response,
  onMessage: ((message: string, text: string) => void) | undefined,
): Promise<RemoteAnswer> {
  let answer: RemoteAnswer = { sly: new Map() }
  for await (const line of readLines(response)) {
    if (line.trim() === '') continue
    const message = readMessage(line)
    if (message === undefined) continue
    if (hasOrigin(message)) onMessage?.(printJson(message), textOf(message))
    answer = answerOf(message) ?? answer
  }
  return answer
}

function hasOrigin(message: JsonObject): boolean {
  const origin = message.get('origin')
  return isJsonList(origin) && origin.length > 0
}

function textOf(message: JsonObject): string {
  const text = message.get('text')
  return typeof text === 'string' ? text : ''
}

async function* readLines(response: Response): AsyncIterable<string> {
  const decoder = new TextDecoder()
  let [rest, length] = ['', 0]
  try {
    for await (const bytes of response.body ?? []) {
      const text = decoder.decode(bytes, { stream: true })
      length += text.length
      if (length > MAX_ANSWER) break
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    throw new AnswerCut(error instanceof Error ? error.message : String(error))
  }
  if (length > MAX_ANSWER) throw new Error('The answer is too long.')
  yield rest
}
