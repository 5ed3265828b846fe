// What a person and a calling model read when an agent could not answer. The beginnings are neuro-san's, so that its
// clients and its `error_fragments` find them; what follows is said in our own words.
import { isJsonList, isJsonObject, type Json, JsonNumber, parseJson } from '@slyglass/base'
import type { Entry } from '@slyglass/network'
import type { Failure } from '@slyglass/run-log'
import { pythonRepr } from '@slyglass/tools'

/** One line for a failed model request: the status and body where there was an answer, else what happened. */
export function requestFailureText(failure: Failure): string {
  return failure.detail !== undefined && isRefused(failure) ? failure.detail : failure.message
}

/** The endpoint answered, and with a status that says no. */
export function isRefused(failure: Failure): boolean {
  return (providerStatus(failure) ?? 0) >= REFUSED
}

/** The HTTP status that a logged failure tells of. */
export function providerStatus(failure: Failure): number | undefined {
  const status = /^(?:Error code:|Answered with status) (\d+)/.exec(failure.detail ?? '')?.[1]
  return status === undefined ? undefined : Number(status)
}

const REFUSED = 400

/**
 * `Error code: 500 - {'error': …}`: a provider's answer the way neuro-san prints it. Of an answer that is no error and cannot be
 * read, or broke off, the status tells nothing: the failure's message does.
 */
export function providerText(status: number, body: string | undefined): string {
  if (status < REFUSED) return `Answered with status ${status}${body === undefined || body === '' ? '' : ` - ${body}`}`
  const parsed = parseJson(body ?? '')
  return `Error code: ${status} - ${parsed.ok ? pythonRepr(parsed.value) : (body ?? '')}`
}

/** The endpoint says that the key itself is wrong. */
export function namesTheKey(failure: Failure): boolean {
  const said = requestFailureText(failure)
  return said.startsWith('Error code: 401') && /api[ _]key/i.test(said)
}

export function wrongKeyText(failure: Failure): string {
  return `\nA value for the OPENAI_API_KEY environment variable must be correctly set, or a key entered in Settings.\n${failure.message}\n`
}

const NAMES: Readonly<Record<string, string>> = {
  400: 'OpenAIInvalidRequestError',
  401: 'OpenAIAuthenticationError',
  403: 'OpenAIPermissionDeniedError',
  404: 'OpenAIModelNotFoundError',
  429: 'OpenAIRateLimitError',
}

/** The note after a failed run of an agent, before the next one. */
export function retryingText(failure: Failure): string {
  if (failure.code === 'unreadable-answer') return unreadableText('ValidationError', failure.message)
  const said = requestFailureText(failure)
  const status = String(providerStatus(failure) ?? '')
  const overflow = said.includes('context_length_exceeded')
  const name = overflow ? 'OpenAIContextOverflowError' : (NAMES[status] ?? 'OpenAIAPIError')
  if (status === '429') return `Retrying: the LLM provider rate-limited the request (${name}) - ${said}`
  return `Retrying: the LLM API returned an error (${name}) - ${said}`
}

/** The note after an answer that the original could not read, or what it takes for one. */
export function unreadableText(kind: string, said: string): string {
  return `Retrying: the model's output could not be parsed (${kind}) - ${said}`
}

export function stoppedText(reason: string): string {
  return `Agent stopped due to exception ${reason}`
}

export function stepLimitText(steps: number): string {
  return stoppedText(
    `Recursion limit of ${steps} reached without hitting a stop condition. Raise max_steps to allow more.`,
  )
}

export function timeLimitText(seconds: string): string {
  return `Agent timed out: max_execution_seconds=${seconds}s exceeded.`
}

export function missingInstructionsText(agent: string): string {
  return `\nThe agent named "${agent}" has no instructions specified for it.\nAdd "instructions" to its entry in the network.\n`
}

function toolDefinitionText(tool: string, what: string): string {
  return `Function for ${tool} needs to have ${what}`
}

/** Arguments that are JSON but no object; the place is counted from 0. */
export function unreadableCallText(index: number, value: Json): string {
  const kind = isJsonList(value)
    ? 'list'
    : value instanceof JsonNumber
      ? value.isInteger()
        ? 'int'
        : 'float'
      : typeof value
  return (
    `1 validation error for AIMessage\ntool_calls.${index}.args\n  Input should be a valid dictionary ` +
    `[type=dict_type, input_value=${pythonRepr(value)}, input_type=${kind}]\n    For further information visit https://errors.pydantic.dev/dict_type`
  )
}

/** An agent's output after `error_fragments` and `error_formatter`: replaced when it holds one of the fragments. */
export function formatOutput(text: string, entry: Entry, origin: string): string {
  const listed = entry.json.get('error_fragments')
  const fragments = isJsonList(listed) ? listed.filter((part): part is string => typeof part === 'string') : []
  if (!['Agent stopped', ...fragments].some((fragment) => text.includes(fragment))) return text
  if (entry.json.get('error_formatter') !== 'json') return `Error from ${origin}: ${text}`
  const lines = [`    "error": ${JSON.stringify(text)},`, `    "tool": ${JSON.stringify(origin)}`]
  return `\`\`\`json\n{\n${lines.join('\n')}\n}\n\`\`\``
}

/** True for a function whose parameters neuro-san could not offer. */
export function toolDefinitionFault(entry: Entry): string | undefined {
  const described = entry.description
  if (described === undefined || described === '') return toolDefinitionText(entry.name, 'a description.')
  const parameters = entry.parameters
  if (parameters === undefined || parameters.size === 0) return undefined
  const properties = parameters.get('properties')
  if (parameters.get('type') === undefined) return toolDefinitionText(entry.name, 'a type in its parameters.')
  if (!isJsonObject(properties) || properties.size === 0)
    return toolDefinitionText(entry.name, 'properties in its parameters.')
  return undefined
}
