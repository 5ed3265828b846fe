import { isJsonObject, type Json, type JsonObject, type JsonText, jsonAt, printJson } from '@slyglass/base'
import { type ChatMessage, readChatRequest } from '@slyglass/protocol/neuro-san'
import { startChatRun } from './chat-run.ts'
import { mcpTools } from './mcp-tools.ts'
import { requestLimit } from './network-rules.ts'
import { requestFault } from './request-fault.ts'
import { withMetadata } from './request-metadata.ts'
import type { ServedNetwork } from './served-networks.ts'
import type { Service } from './service.ts'

/** What an answer needs of its request. */
export interface McpCall {
  readonly service: Service
  readonly metadata: JsonText
}

const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }

/** Texts go out escaped, as clients of the original read them. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (unit) => NAMED[unit] ?? unit)
}

const ARGUMENTS: ReadonlySet<string> = new Set(['sly_data', 'user_message', 'chat_context', 'chat_filter'])

/** The result of `tools/call`; undefined when its arguments are no chat request. */
export async function toolResult(call: McpCall, params: Json | undefined): Promise<Json | undefined> {
  const [name, args] = [jsonAt(params, 'name'), jsonAt(params, 'arguments')]
  if (typeof name !== 'string' || !isJsonObject(args)) return undefined
  if (!isJsonObject(args.get('user_message')) || [...args.keys()].some((key) => !ARGUMENTS.has(key))) return undefined
  const read = readChatRequest(args)
  if (!read.ok) return undefined
  const all = await call.service.served.all()
  const tools = mcpTools(all)
  const offered = new Set(tools.values())
  const named = tools.get(name) ?? all.find((served) => served.network.name === name)
  if (named === undefined) return failed(`Tool not found: ${name}`)
  if (!offered.has(named)) return failed(`Service not available as MCP tool: ${name}`)
  const tooLarge = requestFault(read.value)
  return tooLarge === undefined ? converse(call, named, name, read.value) : failed(tooLarge)
}

type Request = Extract<ReturnType<typeof readChatRequest>, { ok: true }>['value']

async function converse(
  { service, metadata }: McpCall,
  served: ServedNetwork,
  name: string,
  { text = '', context, sly }: Request,
): Promise<Json> {
  const run = await startChatRun(service, served, {
    ...{ text, context, sly: withMetadata(sly, metadata) },
    ...{ source: 'service', streaming: 'network' },
  })
  let late = false
  const limit = requestLimit(served.network)
  const timer =
    limit === undefined
      ? undefined
      : setTimeout(() => {
          late = true
          void run.stop('request-timeout')
        }, limit)
  const said: ChatMessage[] = []
  try {
    for await (const message of run.messages) if (message.type === 'AGENT_FRAMEWORK') said.push(message)
  } finally {
    clearTimeout(timer)
  }
  return late ? failed(`Timeout for tool ${name}`) : answered(said)
}

function failed(text: string): Json {
  return content(text, true)
}

function content(text: string, isError: boolean): JsonObject {
  const block = new Map<string, Json>([
    ['type', 'text'],
    ['text', escapeHtml(text)],
  ])
  return new Map<string, Json>([
    ['content', [block]],
    ['isError', isError],
  ])
}

/** Private values never go out this way. */
function answered(said: readonly ChatMessage[]): Json {
  const final = said.at(-1)
  const structured: (readonly [string, Json])[] = []
  if (final?.structure !== undefined) structured.push(['structure', final.structure])
  if (final?.chatContext !== undefined) structured.push(['chat_context', final.chatContext])
  const text = said.map((message) => message.text).join('')
  const block = final?.structure === undefined ? '' : `\`\`\`json\n${printJson(final.structure, 'indented')}\n\`\`\``
  return new Map<string, Json>([...content(text + block, false), ['structuredContent', new Map(structured)]])
}
