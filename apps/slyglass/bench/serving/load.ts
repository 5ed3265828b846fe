// Clients that chat one after the other, each waiting for its answer.
import { Agent, request } from 'node:http'

/** Milliseconds of every chat, and of all of them together. */
export interface Load {
  readonly times: readonly number[]
  readonly totalMs: number
}

const BODY = JSON.stringify({ user_message: { type: 'HUMAN', text: 'What is the total?' } })

/** Sends `chats` chats over `clients` connections. Rejects when one of them has no answer. */
export async function drive(port: number, network: string, clients: number, chats: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const times: number[] = []
  let left = chats
  const started = performance.now()
  const client = async () => {
    while (left > 0) {
      left -= 1
      const begun = performance.now()
      const text = await chat(agent, port, network)
      if (!text.includes('All is done.')) throw new Error(`${network} answered: ${text.slice(0, 500)}`)
      times.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  agent.destroy()
  return { times: times.sort((a, b) => a - b), totalMs: performance.now() - started }
}

function chat(agent: Agent, port: number, network: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(BODY) }
  const path = `/api/v1/${network}/streaming_chat`
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve(text)).on('error', reject)
    })
    sent.on('error', reject).end(BODY)
  })
}
