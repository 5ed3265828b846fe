// The networks as tools of an MCP server: JSON-RPC with plain JSON answers, no sessions, no streams.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isJsonObject, type Json, JsonNumber, type JsonObject, jsonAt, toJson } from '@slyglass/base'
import { chatRequestSchema } from '@slyglass/protocol/neuro-san'
import { pythonRepr } from '@slyglass/tools'
import { answerJson } from './answers.ts'
import { escapeHtml, type McpCall, toolResult } from './mcp-call.ts'
import { mcpTools } from './mcp-tools.ts'
import { readJsonBody } from './read-json-body.ts'
import type { Service } from './service.ts'

const VERSION = '2025-06-18'
const HTML = { 'content-type': 'text/html; charset=UTF-8', 'content-length': 0 }

/** Requests of the protocol; those that are not answered here are refused by name. */
const METHODS: ReadonlySet<string> = new Set([
  ...[
    'initialize',
    'ping',
    'tools/list',
    'tools/call',
    'resources/list',
    'resources/read',
    'prompts/list',
    'prompts/get',
  ],
  ...['resources/templates/list', 'resources/subscribe', 'resources/unsubscribe', 'completion/complete'],
  ...['logging/setLevel', 'notifications/initialized', 'notifications/cancelled', 'notifications/progress'],
  'notifications/roots/list_changed',
])

interface Reply {
  readonly status: number
  readonly body: JsonObject
}

export async function answerMcp(call: McpCall, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') return void response.writeHead(200, HTML).end()
  if (request.method === 'DELETE') {
    if (request.headers['mcp-session-id'] === undefined) response.writeHead(401, HTML).end()
    else response.writeHead(204).end()
    return
  }
  const body = await readJsonBody(request)
  if (!body.ok) return send(request, response, fault('unknown', -32700, 'Parse error: Invalid JSON format'))
  const method = readMethod(body.value)
  if (method === undefined) {
    const told = escapeHtml(`Request validation FAILED for MCP request: ${pythonRepr(body.value)}`)
    return send(request, response, fault('unknown', -32600, `Invalid Request: ${told}`))
  }
  if (method === 'notifications/initialized') return void response.writeHead(202, HTML).end()
  if (method === 'ping') return void response.writeHead(200, HTML).end()
  send(request, response, await reply(call, method, body.value as JsonObject, request.headers['mcp-protocol-version']))
}

function send(request: IncomingMessage, response: ServerResponse, { status, body }: Reply): void {
  answerJson(request, response, body, status)
}

function readMethod(body: Json): string | undefined {
  const method = jsonAt(body, 'method')
  return typeof method === 'string' && jsonAt(body, 'jsonrpc') === '2.0' && METHODS.has(method) ? method : undefined
}

async function reply(
  call: McpCall,
  method: string,
  body: JsonObject,
  version: string | readonly string[] | undefined,
): Promise<Reply> {
  const id = idOf(body.get('id'))
  if (method === 'initialize') return result(id, toJson(SERVER))
  if (version !== VERSION)
    return fault(
      id,
      -33001,
      `Invalid Protocol Version: unsupported protocol version ${escapeHtml(String(version ?? 'None'))}`,
    )
  if (method === 'tools/list') return result(id, await listTools(call.service))
  if (method === 'resources/list') return result(id, toJson({ resources: [] }))
  if (method === 'prompts/list') return result(id, toJson({ prompts: [] }))
  if (method !== 'tools/call') return fault(id, -32601, `Method not found: method ${escapeHtml(method)} not found`)
  const called = await toolResult(call, body.get('params'))
  return called === undefined ? fault(id, -32600, 'Invalid Request') : result(id, called)
}

const SERVER = {
  protocolVersion: VERSION,
  capabilities: { logging: {}, prompts: {}, resources: {}, tools: { listChanged: false } },
  serverInfo: { name: 'Neuro-san-MCPServer', title: 'Neuro-san MCP Server', version: '1.0.0' },
  instructions: '',
}

/** Ids come back as texts, as clients of the original know them. */
function idOf(id: Json | undefined): string {
  if (typeof id === 'string') return escapeHtml(id)
  return id instanceof JsonNumber ? id.text : 'unknown'
}

function result(id: string, value: Json): Reply {
  return {
    status: 200,
    body: new Map<string, Json>([
      ['jsonrpc', '2.0'],
      ['id', id],
      ['result', value],
    ]),
  }
}

function fault(id: string, code: number, message: string): Reply {
  return { status: 400, body: toJson({ jsonrpc: '2.0', id, error: { code, message } }) as JsonObject }
}

async function listTools({ served }: Service): Promise<Json> {
  const tools = [...mcpTools(await served.all())].map(([name, { network }]): JsonObject => {
    const described = network.frontMan?.json.get('function')
    const description = isJsonObject(described) ? described.get('description') : undefined
    return new Map<string, Json>([
      ['name', name],
      ['description', typeof description === 'string' ? description : ''],
      ['inputSchema', chatRequestSchema()],
      ...(name === network.name ? [] : [['title', network.name] as const]),
    ])
  })
  return new Map([['tools', tools]])
}
