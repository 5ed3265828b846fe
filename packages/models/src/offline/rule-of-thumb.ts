// What the offline model does without a script: call a tool that fits the question, then repeat what it said.
import { isJsonList, isJsonObject, type Json, JsonNumber, type JsonObject, jsonAt, printJson } from '@slyglass/base'
import type { Conversation, OfferedTool } from './conversation.ts'
import type { OfflineAnswer } from './follow-script.ts'

export const OFFLINE_LABEL = 'offline model (not a language model)'

const MAX_DEPTH = 6
const COMMON = new Set(
  'about also been from have into just only some such than that them then there they this tool what when where which will with would your'.split(
    ' ',
  ),
)

export function ruleOfThumb(talk: Conversation): OfflineAnswer {
  const tool = talk.results.length === 0 ? pickTool(talk) : undefined
  if (tool === undefined) return { content: sayResults(talk), calls: [], delayMs: 0 }
  return { calls: [{ name: tool.name, args: printJson(fitArguments(tool, talk.user)) }], delayMs: 0 }
}

/** What a script says when it has no rule for the question. */
export function unscripted(talk: Conversation): OfflineAnswer {
  const content = `This is the ${OFFLINE_LABEL}. Its script for this network has no answer to ${quoted(talk.user)}. Ask one of the network's sample questions, or choose a language model in Settings.`
  return { content, calls: [], delayMs: 0 }
}

function pickTool(talk: Conversation): OfferedTool | undefined {
  const asked = wordsOf(talk.user)
  const fits = ({ name, description }: OfferedTool): boolean =>
    [...wordsOf(`${name} ${description}`)].some((word) => asked.has(word))
  return talk.tools.find(fits) ?? talk.tools[0]
}

function wordsOf(text: string): ReadonlySet<string> {
  const words =
    text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]{4,}/gu) ?? []
  return new Set(words.filter((word) => !COMMON.has(word)))
}

function sayResults(talk: Conversation): string {
  const results = talk.results.map(({ tool, text }) => `${tool} says: ${text}`)
  if (results.length > 0)
    return [`This is the ${OFFLINE_LABEL}; it repeats what its tools said.`, ...results].join('\n')
  return `This is the ${OFFLINE_LABEL}. It has neither a script nor a tool for ${quoted(talk.user)}. Choose a language model in Settings to get an answer.`
}

function quoted(text: string): string {
  const [start] = text.split('\n')
  return `“${(start ?? '').slice(0, 200)}${text.length > Math.min(200, (start ?? '').length) ? '…' : ''}”`
}

function fitArguments(tool: OfferedTool, user: string): Json {
  return tool.parameters === undefined ? new Map() : fitObject(tool.parameters, tool.parameters, user, 0)
}

function fitObject(schema: JsonObject, root: JsonObject, user: string, depth: number): Json {
  const properties = schema.get('properties')
  const required = schema.get('required')
  if (!isJsonObject(properties) || !isJsonList(required)) return new Map()
  const names = [...properties.keys()].filter((name) => required.includes(name))
  return new Map(names.map((name) => [name, fitValue(properties.get(name) ?? null, root, user, depth + 1)]))
}

function fitValue(given: Json, root: JsonObject, user: string, depth: number): Json {
  const schema = resolveSchema(given, root)
  if (schema === undefined || depth > MAX_DEPTH) return user
  const choices = schema.get('enum')
  if (isJsonList(choices) && choices[0] !== undefined) return choices[0]
  const fixed = schema.get('const')
  if (fixed !== undefined) return fixed
  switch (typeOf(schema)) {
    case 'integer':
      return fitNumber(schema, user, true)
    case 'number':
      return fitNumber(schema, user, false)
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return [fitValue(schema.get('items') ?? null, root, user, depth + 1)]
    case 'object':
      return fitObject(schema, root, user, depth)
    default:
      return user
  }
}

/** Follows `$ref` into the same schema, and takes the first alternative that is not null. */
function resolveSchema(given: Json, root: JsonObject): JsonObject | undefined {
  if (!isJsonObject(given)) return undefined
  const ref = given.get('$ref')
  if (typeof ref === 'string') {
    const target = jsonAt(root, ...ref.replace(/^#\//, '').split('/'))
    return isJsonObject(target) && !target.has('$ref') ? target : undefined
  }
  const alternatives = given.get('anyOf') ?? given.get('oneOf')
  if (!isJsonList(alternatives)) return given
  return alternatives.filter(isJsonObject).find((schema) => typeOf(schema) !== 'null')
}

function typeOf(schema: JsonObject): string {
  const type = schema.get('type')
  const names = isJsonList(type) ? type : [type ?? null]
  const name = names.find((each) => typeof each === 'string' && each !== 'null') ?? names[0]
  return typeof name === 'string' ? name : schema.has('properties') ? 'object' : 'string'
}

function fitNumber(schema: JsonObject, user: string, whole: boolean): Json {
  const found = (whole ? /-?\d+/ : /-?\d+(?:\.\d+)?/).exec(user)?.[0]
  const text = found !== undefined && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(found) ? found : '1'
  const [low, high] = [schema.get('minimum'), schema.get('maximum')]
  if (low instanceof JsonNumber && Number(text) < low.toNumber()) return low
  if (high instanceof JsonNumber && Number(text) > high.toNumber()) return high
  return new JsonNumber(text)
}
