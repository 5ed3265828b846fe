import { AnswerCut } from '@slyglass/base'
// Networks of other servers over neuro-san's HTTP API: their function, and one chat without memory.
import type { RemoteAnswer, RemoteNetworkPort } from '@slyglass/runtime'
import { z } from 'zod'
import { outboundAddress } from './outbound-address.ts'

const MAX_ANSWER = 32 * 1024 * 1024
const messageSchema = z.looseObject({
  type: z.union([z.string(), z.number()]),
  text: z.string().nullish(),
  origin: z.array(z.unknown()).nullish(),
  structure: z.unknown().optional(),
  sly_data: z.record(z.string(), z.unknown()).nullish(),
})
const lineSchema = z.looseObject({ response: messageSchema.optional() })
const functionSchema = z.looseObject({ function: z.record(z.string(), z.unknown()) })

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
      const read = functionSchema.safeParse(await response.json())
      if (!read.success) throw new Error(`${reference} does not answer like a neuro-san server.`)
      return JSON.stringify(read.data.function)
    },
    async chat(reference, request, signal) {
      const sly = [...request.sly].map(([key, text]) => `${JSON.stringify(key)}:${text}`)
      const message = `"user_message":{"type":"HUMAN","text":${JSON.stringify(request.message)}}`
      const body = sly.length === 0 ? `{${message}}` : `{${message},"sly_data":{${sly.join(',')}}}`
      const headers = { ...request.headers, 'content-type': 'application/json' }
      const response = await send(`${agentUrl(reference)}/streaming_chat`, { method: 'POST', headers, body, signal })
      return lastAnswer(await readAll(response))
    },
  }
}

/** `http` without a port means 8080, as in the original. */
function agentUrl(reference: string): string {
  const url = outboundAddress(reference)
  const port = url.port === '' && url.protocol === 'http:' ? ':8080' : url.port === '' ? '' : `:${url.port}`
  return `${url.protocol}//${url.hostname}${port}/api/v1${url.pathname}`
}

async function readAll(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true })
      if (text.length > MAX_ANSWER) break
    }
  } catch (error) {
    throw new AnswerCut(error instanceof Error ? error.message : String(error))
  }
  if (text.length > MAX_ANSWER) throw new Error('The answer is too long.')
  return text
}

const ANSWERS: ReadonlySet<string | number> = new Set(['AI', 'AGENT_FRAMEWORK', 4, 101])

/** The last message that answers; an error line or nothing at all is an empty answer. */
function lastAnswer(text: string): RemoteAnswer {
  let answer: RemoteAnswer = { text: '', sly: new Map() }
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const read = lineSchema.safeParse(JSON.parse(line))
    const message = read.success ? read.data.response : undefined
    if (message === undefined || !ANSWERS.has(message.type) || (message.origin ?? []).length > 1) continue
    const { structure } = message
    const sly = Object.entries(message.sly_data ?? {}).map(([key, value]) => [key, JSON.stringify(value)] as const)
    answer = {
      text: message.text ?? '',
      ...(structure !== undefined && structure !== null && { structure: JSON.stringify(structure) }),
      sly: new Map(sly),
    }
  }
  return answer
}
