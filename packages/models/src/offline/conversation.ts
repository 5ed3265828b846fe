// What the offline model can see of a request: the words of the conversation and the tools on offer.
import { isJsonList, isJsonObject, type Json, type JsonObject, jsonAt } from '@slyglass/base'

export interface OfferedTool {
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject | undefined
}

export interface ToolMessage {
  readonly tool: string
  readonly text: string
}

export interface Conversation {
  readonly model: string
  readonly stream: boolean
  readonly includeUsage: boolean
  /** Text of the last user message. */
  readonly user: string
  readonly userTurns: number
  readonly assistantTurns: number
  /** Tool messages after the last user message, oldest first. */
  readonly results: readonly ToolMessage[]
  /** Everything said, instructions left out, one message a line. */
  readonly text: string
  /** Words of the whole request, instructions included. */
  readonly words: number
  readonly tools: readonly OfferedTool[]
}

export function readConversation(body: Json): Conversation {
  const messages = listOf(jsonAt(body, 'messages')).filter(isJsonObject)
  const lastUser = messages.findLastIndex((message) => message.get('role') === 'user')
  const roleCount = (role: string): number => messages.filter((message) => message.get('role') === role).length
  const spoken = messages.filter((message) => !isInstruction(message)).map(messageText)
  return {
    model: textOf(jsonAt(body, 'model')),
    stream: jsonAt(body, 'stream') === true,
    includeUsage: jsonAt(body, 'stream_options', 'include_usage') === true,
    user: messageText(messages[lastUser]),
    userTurns: roleCount('user'),
    assistantTurns: roleCount('assistant'),
    results: resultsAfter(messages, lastUser),
    text: spoken.join('\n'),
    words: messages.reduce((sum, message) => sum + countWords(messageText(message)), 0),
    tools: listOf(jsonAt(body, 'tools')).flatMap(readTool),
  }
}

/** Words between blanks: the offline model's stand-in for tokens. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length
}

function resultsAfter(messages: readonly JsonObject[], lastUser: number): readonly ToolMessage[] {
  const names = new Map(
    messages.flatMap((message) =>
      listOf(message.get('tool_calls')).map(
        (call) => [textOf(jsonAt(call, 'id')), textOf(jsonAt(call, 'function', 'name'))] as const,
      ),
    ),
  )
  return messages
    .slice(lastUser + 1)
    .filter((message) => message.get('role') === 'tool')
    .map((message) => ({
      tool: names.get(textOf(message.get('tool_call_id'))) ?? 'The tool',
      text: messageText(message),
    }))
}

function readTool(tool: Json): readonly OfferedTool[] {
  const name = textOf(jsonAt(tool, 'function', 'name'))
  const parameters = jsonAt(tool, 'function', 'parameters')
  if (name === '') return []
  return [
    {
      name,
      description: textOf(jsonAt(tool, 'function', 'description')),
      parameters: isJsonObject(parameters) ? parameters : undefined,
    },
  ]
}

function isInstruction(message: JsonObject): boolean {
  return message.get('role') === 'system' || message.get('role') === 'developer'
}

function messageText(message: JsonObject | undefined): string {
  if (message === undefined) return ''
  const calls = listOf(message.get('tool_calls')).map((call) => textOf(jsonAt(call, 'function', 'arguments')))
  return [contentText(message.get('content')), ...calls].filter((part) => part !== '').join('\n')
}

function contentText(content: Json | undefined): string {
  if (isJsonList(content)) return content.map((part) => textOf(jsonAt(part, 'text'))).join('')
  return textOf(content)
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
const listOf = (value: Json | undefined): readonly Json[] => (isJsonList(value) ? value : [])
