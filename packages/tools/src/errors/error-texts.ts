// What a model reads when a call under this studio's rules has no result. First lines are Nous's, so that prompts written
// for it keep working.
import type { ArgumentError } from '../validation/argument-error.ts'
import { argumentErrorText } from '../validation/argument-error.ts'

/** The arguments were no JSON object. */
export const INVALID_JSON_TEXT = 'Error: tool arguments were not valid JSON. Please retry with a JSON object.'

/** A person, a timeout or nobody decided against the call; with the words of the person who did. */
export function rejectedText(reason: string | undefined): string {
  const said = reason?.trim() ?? ''
  return `Tool call was rejected by approval handler${said === '' ? '.' : `: ${said}`}`
}

/** Too many calls in the time that a rule counts over. */
export const RATE_LIMITED_TEXT = 'Rate limit exceeded. Please try again later.'

/** The run was stopped before the call ended. */
export const CANCELLED_TEXT = 'Tool call was cancelled before it had a result.'

/** No tool of that name is offered; `near` are names that may be meant. */
export function toolNotFoundText(tool: string, near: readonly string[] = []): string {
  const text = `Tool not found: ${tool}`
  return near.length === 0 ? text : `${text}\nDid you mean one of these?\n${near.map((name) => `- ${name}`).join('\n')}`
}

/** A hook refused the call. */
export function hookDeniedText(reason: string | undefined): string {
  return reason === undefined || reason === ''
    ? 'Tool call was denied by hook.'
    : `Tool call was denied by hook: ${reason}`
}

/** A rule of the network forbids the tool. */
export function blockedText(tool: string): string {
  return `Tool call was denied by permissions: ${tool} may not be called here.`
}

/** Arguments that do not fit; `schema` is told back as JSON text. */
export function invalidArgumentsText(tool: string, errors: readonly ArgumentError[], schema: string): string {
  const missing = errors.filter((error) => error.kind === 'missing').map((error) => error.path)
  const others = errors.filter((error) => error.kind !== 'missing')
  const reasons = [
    ...(missing.length === 0 ? [] : [`Missing required fields: ${missing.join(', ')}`]),
    ...others.map((error) => argumentErrorText(error)),
  ]
  return [
    `Tool execution failed: ${tool}`,
    ...reasons.map((reason) => `Error: Invalid arguments for '${tool}': ${reason}`),
    'Attempts: 1',
    'Original cause: the arguments do not fit the schema of the tool, so it was not called.',
    `Schema: ${schema}`,
    'Correct the arguments, or try a different approach.',
  ].join('\n')
}

/** The tool itself told a failure; `reason` is in its debug form. */
export function returnedErrorText(tool: string, reason: string): string {
  return `Tool execution failed: ${tool} - Tool execution failed with: ${reason}`
}

/** The last attempt threw. */
export function exceptionText(tool: string, message: string, attempts: number, cause: string): string {
  return [
    `Tool execution failed: ${tool}`,
    `Error: Tool execution failed: ${message}`,
    `Attempts: ${attempts}`,
    `Original cause: ${cause}`,
    'The call can be made again with other arguments, or try a different approach.',
  ].join('\n')
}

/** The last attempt took longer than its time. */
export function timedOutText(tool: string, timeoutMs: number, attempts: number): string {
  return exceptionText(tool, `${tool} timed out after ${timeoutMs} ms`, attempts, 'timeout')
}

/** The whole batch has a ceiling, and this call went over it. */
export function ceilingText(tool: string, ceilingMs: number): string {
  return `Tool execution timed out: ${tool} did not respond within ${ceilingMs}ms.`
}

/** What ran the tool broke down. */
export function crashedText(tool: string, what: string): string {
  return `Tool execution failed: ${tool} - task exited: ${what}`
}

/** As many calls as may run at once are running. */
export function saturatedText(tool: string): string {
  return `Tool execution failed: ${tool} is unavailable, because too many calls are running. Retry shortly.`
}

/** A hard limit of the run. */
export function limitText(limit: string, value: number): string {
  return `Tool call was not made: the run has reached its limit of ${value} (${limit}).`
}
