import { createServer, type Server } from 'node:http'
import { listenAnywhere } from './loopback.ts'

interface Message {
  readonly role: string
  readonly content: string
}

/** A model server that calls the tool `worker` once and then repeats what it heard; it keeps every body it was sent. */
export interface ModelStub {
  readonly url: string
  readonly bodies: readonly string[]
  /** Requests with this role last wait for so long before they are answered. */
  hold(role: 'user' | 'tool' | 'none', ms?: number): void
  close(): Promise<void>
}

export async function startModelStub(): Promise<ModelStub> {
  const bodies: string[] = []
  let held: { readonly role: string; readonly ms: number } = { role: 'none', ms: 0 }
  const server: Server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += String(piece)
    bodies.push(body)
    const { messages } = JSON.parse(body) as { messages: Message[] }
    const last = messages.at(-1)
    const answer = () => response.end(JSON.stringify(completion(last)))
    response.setHeader('content-type', 'application/json')
    if (last?.role === held.role) setTimeout(answer, held.ms).unref()
    else answer()
  })
  const port = await listenAnywhere(server)
  return {
    url: `http://127.0.0.1:${port}/v1`,
    bodies,
    hold: (role, ms = 600_000) => {
      held = { role, ms }
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

function completion(last: Message | undefined): object {
  const call = { id: 'call_1', type: 'function', function: { name: 'worker', arguments: '{"what":"it"}' } }
  const message =
    last?.role === 'tool'
      ? { role: 'assistant', content: `Done: ${last.content}` }
      : { role: 'assistant', content: null, tool_calls: [call] }
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'gpt-4o',
    choices: [{ index: 0, message, finish_reason: last?.role === 'tool' ? 'stop' : 'tool_calls' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }
}
