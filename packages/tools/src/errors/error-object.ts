// Failures of calls as one object, the way the third guide's agents tell them to a model: kind, message, details.
import { type Json, type JsonObject, toJson } from '@slyglass/base'
import type { CoercionFault } from '../coerce/coerce-value.ts'
import { similarNames } from '../names/similar-names.ts'
import { pythonJson } from '../python-text.ts'

/** What went wrong, in one word. */
export type ErrorKind = 'invalid_input' | 'config' | 'provider' | 'tool' | 'temporary' | 'not_found' | 'unknown'

const KINDS: ReadonlySet<string> = new Set([
  'invalid_input',
  'config',
  'provider',
  'tool',
  'temporary',
  'not_found',
  'unknown',
])

/** True for a word that says what went wrong. */
export function isErrorKind(word: string | undefined): word is ErrorKind {
  return word !== undefined && KINDS.has(word)
}

/** A failure as data. */
export interface ErrorObject {
  readonly kind: ErrorKind
  readonly message: string
  readonly details?: Readonly<Record<string, unknown>>
}

/** As a model reads it. Details without content are left out. */
export function errorObjectText({ kind, message, details = {} }: ErrorObject): string {
  const told: JsonObject = new Map<string, Json>([
    ['kind', kind],
    ['message', message],
    ...(Object.keys(details).length === 0 ? [] : [['details', toJson(details)] as const]),
  ])
  return pythonJson(told, 'kept')
}

/** As a person or code reads it. */
export function errorLine({ kind, message }: ErrorObject): string {
  return `[${kind}] ${message}`
}

/** The tool raised something; `error` is its debug form. */
export function toolRaised(tool: string, error: string): ErrorObject {
  return { kind: 'tool', message: `Tool '${tool}' execution failed.`, details: { error } }
}

/** Arguments that do not fit. */
export function argumentsRefused(tool: string, errors: readonly CoercionFault[]): ErrorObject {
  return { kind: 'invalid_input', message: `Tool '${tool}' argument validation failed.`, details: { errors } }
}

/** A hook refused the call. */
export function deniedByPolicy(tool: string, reason: string | undefined): ErrorObject {
  const said = reason === undefined || reason === '' ? `Tool '${tool}' call denied by policy hook.` : reason
  return { kind: 'tool', message: said }
}

/** Arguments that are no JSON object at all. */
export const NO_JSON_OBJECT: ErrorObject = {
  kind: 'invalid_input',
  message: 'Expected a function tool call with JSON object arguments.',
}

/** A call of a tool that is reached through code alone. */
export function onlyInCode(tool: string): ErrorObject {
  return { kind: 'tool', message: `Unknown tool name: ${tool}.` }
}

/** No tool has the name: which ones are like it, or where to look. */
export function unknownToolGuidance(tool: string, offered: readonly string[]): string {
  const near = similarNames(tool, offered)
  const begin = `Tool \`${tool}\` does not exist.`
  if (near.length > 0)
    return `${begin} Did you mean one of the following?\n${near.map((name) => `- ${name}`).join('\n')}`
  const hint = offered.includes('skill')
    ? 'Invoke the `skill` tool to list available skills.'
    : 'No similar tool is available.'
  return `${begin} ${hint}`
}

/** The tool is there once its description was asked for. */
export function notLoadedText(tool: string): string {
  return `Tool \`${tool}\` is not loaded. Call \`tool_describe\` with its name first.`
}
