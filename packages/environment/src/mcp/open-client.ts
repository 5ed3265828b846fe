import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { McpListener } from '@slyglass/runtime'
import { ownSignal } from './ask-session.ts'

const CONNECT_MS = 30_000

/** A session over a transport. What the server says without being asked goes to the listener. */
export async function openClient(transport: Transport, signal: AbortSignal, on: McpListener): Promise<Client> {
  // The library is loaded with the first server that is asked: most projects name none.
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js')
  const client = new Client({ name: 'slyglass', version: '0.1.0' })
  client.fallbackNotificationHandler = async ({ method, params }) => {
    if (method === 'notifications/tools/list_changed') on.listChanged?.()
    if (method === 'notifications/message') on.output?.(`${logText(params)}\n`)
  }
  await client.connect(transport, { signal: ownSignal(signal), timeout: CONNECT_MS })
  return client
}

function logText(params: { readonly [key: string]: unknown } | undefined): string {
  const data = params?.data
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  return `${String(params?.level ?? 'info')}: ${text ?? ''}`
}
