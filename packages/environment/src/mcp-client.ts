// Tools of MCP servers over streamable HTTP: a session of its own for every listing and every call, as the original does it.
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { McpPort, McpServer } from '@slyglass/runtime'
import { outboundAddress } from './outbound-address.ts'

const PAGES = 20
const LONGEST_MS = 300_000

/** The library prints a request through JavaScript's numbers, where 3.0 is 3: arguments take their place in the printed text. */
const ARGUMENTS = 'slyglass: arguments as they are'

function withExactArguments(body: BodyInit | null): BodyInit | null {
  if (typeof body !== 'string' || !body.includes(ARGUMENTS)) return body
  const place = new RegExp(`\\{"${ARGUMENTS}":("(?:[^"\\\\]|\\\\.)*")\\}`)
  return body.replace(place, (_all, printed: string) => String(JSON.parse(printed)))
}

/** `platformFetch`: the platform's unless a test brings its own. */
export function createMcpPort(platformFetch: typeof fetch = fetch): McpPort {
  return {
    list: (server, signal) =>
      withSession(server, signal, platformFetch, async (client) => {
        const tools = []
        let cursor: string | undefined
        for (let page = 0; page < PAGES; page += 1) {
          const found = await client.listTools(cursor === undefined ? {} : { cursor }, { signal })
          tools.push(...found.tools)
          cursor = found.nextCursor
          if (cursor === undefined) break
        }
        return tools.map(({ name, description = '', inputSchema }) => {
          return { name, description, schema: JSON.stringify(inputSchema) }
        })
      }),
    call: (server, tool, args, signal) =>
      withSession(server, signal, platformFetch, async (client) => {
        const sent = { name: tool, arguments: { [ARGUMENTS]: args } }
        const reply = await client.callTool(sent, undefined, { signal, timeout: LONGEST_MS })
        const content = Array.isArray(reply.content) ? reply.content : []
        const texts = content.flatMap((block) => (block.type === 'text' ? [String(block.text)] : []))
        return { ok: reply.isError !== true, texts }
      }),
  }
}

async function withSession<T>(
  { url, headers }: McpServer,
  signal: AbortSignal,
  platformFetch: typeof fetch,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const address = outboundAddress(url)
  // The library is loaded with the first server that is asked: most projects name none.
  const [{ Client }, { StreamableHTTPClientTransport }] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
  ])
  const client = new Client({ name: 'slyglass', version: '0.1.0' })
  // Headers may be keys: they never follow a redirect to somewhere else.
  const once: typeof fetch = (input, init = {}) =>
    platformFetch(input, { ...init, body: withExactArguments(init.body ?? null), redirect: 'error' })
  const transport = new StreamableHTTPClientTransport(address, {
    requestInit: { headers: { ...headers } },
    fetch: once,
  })
  try {
    await client.connect(transport as Parameters<Client['connect']>[0], { signal })
    return await work(client)
  } catch (error) {
    signal.throwIfAborted()
    throw new Error(reasonOf(error))
  } finally {
    await client.close().catch(() => undefined)
  }
}

function reasonOf(error: unknown): string {
  const parts: string[] = []
  for (let at = error; at instanceof Error && parts.length < 4; at = at.cause) parts.push(at.message)
  return parts.join(': ') || String(error)
}
