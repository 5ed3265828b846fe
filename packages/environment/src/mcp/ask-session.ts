// What is asked in a session with an MCP server, whatever carries it.
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { McpAnswer, McpListener, McpTool, ShownMedia } from '@slyglass/runtime'
import { z } from 'zod'
import { heldArguments } from './exact-arguments.ts'

const PAGES = 50
const LIST_MS = 30_000
/** A call without a sign of life ends after this; progress is one. */
const SILENT_MS = 300_000

/** Read leniently: one tool with an odd schema must not cost all others. */
const TOOLS = z.object({
  tools: z.array(
    z.looseObject({ name: z.string(), description: z.string().nullish(), inputSchema: z.unknown().optional() }),
  ),
  nextCursor: z.string().nullish(),
})
const RESULT = z.looseObject({
  content: z.array(z.looseObject({ type: z.string() })).nullish(),
  isError: z.unknown().optional(),
})

/** The library never takes its listeners back: each request gets a signal that goes with it. */
export const ownSignal = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal])

/** All pages of the server's list; of two tools with one name the first. */
export async function listTools(client: Client, signal: AbortSignal, on: McpListener): Promise<readonly McpTool[]> {
  const tools = new Map<string, McpTool>()
  const asked = new Set<string>()
  let cursor: string | undefined
  for (let page = 0; page < PAGES; page += 1) {
    const params = cursor === undefined ? {} : { cursor }
    const found = await client.request({ method: 'tools/list', params }, TOOLS, {
      signal: ownSignal(signal),
      timeout: LIST_MS,
    })
    for (const { name, description, inputSchema } of found.tools) {
      if (tools.has(name)) on.note?.(`It lists ${name} twice; the first one is taken.`)
      else tools.set(name, { name, description: description ?? '', schema: JSON.stringify(inputSchema ?? {}) })
    }
    const { nextCursor: next } = found
    if (next === undefined || next === null || next === '') return [...tools.values()]
    if (asked.has(next)) {
      on.note?.(`Its list of tools leads back to the page "${next}", so the reading ended there.`)
      return [...tools.values()]
    }
    asked.add(next)
    cursor = next
  }
  on.note?.(`Its list of tools has more than ${PAGES} pages; the rest is left out.`)
  return [...tools.values()]
}

/** One call of a tool. An abort is told to the server by `notifications/cancelled`. */
export async function callTool(
  client: Client,
  { tool, args }: { readonly tool: string; readonly args: string },
  signal: AbortSignal,
  on: McpListener,
): Promise<McpAnswer> {
  const request = { method: 'tools/call', params: { name: tool, arguments: heldArguments(args) } } as const
  const reply = await client.request(request, RESULT, {
    signal: ownSignal(signal),
    timeout: SILENT_MS,
    resetTimeoutOnProgress: true,
    onprogress: (progress) => on.progress?.(JSON.stringify(progress), progressText(progress)),
  })
  const blocks = reply.content ?? []
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [String(block.text)] : []))
  const media = blocks.flatMap((block) => mediaOf(block))
  return { ok: reply.isError !== true, texts, ...(media.length > 0 && { media }) }
}

function mediaOf({ type, data, mimeType }: Record<string, unknown>): readonly ShownMedia[] {
  const isMedia = (type === 'image' || type === 'audio') && typeof data === 'string' && typeof mimeType === 'string'
  return isMedia ? [{ mimeType, base64: data }] : []
}

interface Progress {
  readonly progress: number
  readonly total?: number | undefined
  readonly message?: string | undefined
}

function progressText({ progress, total, message }: Progress): string {
  const counted = total === undefined ? String(progress) : `${progress} of ${total}`
  return message === undefined || message === '' ? counted : `${message} (${counted})`
}

/** A failure with its causes, in one line. */
export function reasonOf(error: unknown): string {
  const parts: string[] = []
  for (let at = error; at instanceof Error && parts.length < 4; at = at.cause) parts.push(at.message)
  return parts.join(': ') || String(error)
}
