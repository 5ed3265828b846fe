// The service described as an OpenAPI document. Types are written as `string`, `integer:int32`, `[Name]` or `Name`.
import { type Json, type JsonObject, toJson } from '@slyglass/base'

const SCHEMAS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AgentInfo: { agent_name: 'string', description: 'string', tags: '[string]' },
  ChatContext: { chat_histories: '[ChatHistory]' },
  ChatFilter: { chat_filter_type: 'string:enum:UNKNOWN|MINIMAL|MAXIMAL' },
  ChatHistory: { origin: '[Origin]', messages: '[ChatMessage]' },
  ChatMessage: {
    type: 'string:enum:UNKNOWN|SYSTEM|HUMAN|AI|AGENT|AGENT_FRAMEWORK|AGENT_TOOL_RESULT|AGENT_PROGRESS',
    text: 'string',
    mime_data: '[MimeData]',
    origin: '[Origin]',
    structure: 'object',
    chat_context: 'ChatContext',
    tool_result_origin: '[Origin]',
    sly_data: 'object',
    content_blocks: 'ContentBlocks',
  },
  ChatRequest: {
    sly_data: 'object',
    user_message: 'ChatMessage',
    chat_context: 'ChatContext',
    chat_filter: 'ChatFilter',
  },
  ChatResponse: { request: 'ChatRequest', response: 'ChatMessage' },
  ConciergeResponse: { agents: '[AgentInfo]' },
  ConnectivityInfo: { origin: 'string', tools: '[string]', display_as: 'string', metadata: 'object' },
  ConnectivityResponse: { connectivity_info: '[ConnectivityInfo]', metadata: 'object' },
  ContentBlocks: { format: 'string', blocks: '[object]' },
  Function: {
    description: 'string',
    parameters: 'object',
    sly_data_schema: 'object',
    sly_data_output_schema: 'object',
  },
  FunctionResponse: { function: 'Function' },
  GoogleProtobufAny: { '@type': 'string' },
  MimeData: { mime_type: 'string', mime_bytes: 'string:byte' },
  Origin: { tool: 'string', instantiation_index: 'integer:int32' },
  Status: { code: 'integer:int32', message: 'string', details: '[GoogleProtobufAny]' },
}

const SCALARS: ReadonlySet<string> = new Set(['string', 'integer', 'object'])

/** The document that `GET /api/v1/docs` answers. */
export function openApiDocument(): JsonObject {
  const document = {
    openapi: '3.0.3',
    info: { title: 'NeuroSan', version: '0.0.1' },
    paths: {
      '/api/v1/list': { get: operation('ConciergeService_List', 'ConciergeResponse') },
      '/api/v1/{agent_name}/connectivity': {
        get: operation('AgentService_Connectivity', 'ConnectivityResponse', true),
      },
      '/api/v1/{agent_name}/function': { get: operation('AgentService_Function', 'FunctionResponse', true) },
      '/api/v1/{agent_name}/streaming_chat': {
        post: {
          ...operation('AgentService_StreamingChat', 'ChatResponse', true),
          requestBody: { content: json('ChatRequest'), required: true },
        },
      },
    },
    components: { schemas: Object.fromEntries(Object.entries(SCHEMAS).map(([name, fields]) => [name, shape(fields)])) },
  }
  return toJson(document) as JsonObject
}

/** The schema of a chat request as MCP tools take it: the same for every network. */
export function chatRequestSchema(): JsonObject {
  const names = ['ChatContext', 'ChatFilter', 'ChatHistory', 'ChatMessage', 'ContentBlocks', 'MimeData', 'Origin']
  const schemas = Object.fromEntries(names.map((name) => [name, shape(SCHEMAS[name] ?? {})]))
  const request = shape(SCHEMAS.ChatRequest ?? {}) as JsonObject
  const strict = new Map<string, Json>([...request, ['required', ['user_message']], ['additionalProperties', false]])
  return toJson({
    components: { schemas: { ...schemas, ChatRequest: strict } },
    ...reference('ChatRequest'),
  }) as JsonObject
}

function operation(id: string, answer: string, ofAgent = false): object {
  const parameters = [{ name: 'agent_name', in: 'path', required: true, schema: { type: 'string' } }]
  return {
    tags: [id.slice(0, id.indexOf('_'))],
    operationId: id,
    ...(ofAgent ? { parameters } : {}),
    responses: {
      200: { description: 'The answer.', content: json(answer) },
      default: { description: 'What went wrong.', content: json('Status') },
    },
  }
}

function json(name: string): object {
  return { 'application/json': { schema: reference(name) } }
}

function shape(fields: Readonly<Record<string, string>>): Json {
  return toJson({
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, typeOf(type)])),
  })
}

function typeOf(written: string): object {
  if (written.startsWith('[')) return { type: 'array', items: typeOf(written.slice(1, -1)) }
  const [type = '', format, values] = written.split(':')
  if (!SCALARS.has(type)) return reference(type)
  if (format === 'enum') return { enum: values?.split('|'), type, format }
  return format === undefined ? { type } : { type, format }
}

function reference(name: string): object {
  return { $ref: `#/components/schemas/${name}` }
}
