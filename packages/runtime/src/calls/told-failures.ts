// What a model reads of a call without a result. Agents of the bub profile are told one object: kind, message, details.
import { nearNames } from '@slyglass/network'
import type { Failure } from '@slyglass/run-log'
import {
  type ArgumentError,
  argumentErrorText,
  argumentsRefused,
  blockedText,
  type CallFailureCode,
  type CoercionFault,
  ceilingText,
  crashedText,
  deniedByPolicy,
  type ErrorObject,
  errorObjectText,
  exceptionText,
  hookDeniedText,
  INVALID_JSON_TEXT,
  invalidArgumentsText,
  isErrorKind,
  NO_JSON_OBJECT,
  notLoadedText,
  onlyInCode,
  pythonRepr,
  RATE_LIMITED_TEXT,
  rejectedText,
  resolveName,
  returnedErrorText,
  timedOutText,
  toolNotFoundText,
  toolRaised,
  unknownToolGuidance,
} from '@slyglass/tools'
import { CODE_MODE_OFF } from '../code-mode/code-words.ts'
import type { Discipline, ToolRules } from './discipline.ts'
import { reasonText } from './reason-text.ts'

type Told = Pick<Discipline, 'studio'>

export const isBub = ({ studio }: Told): boolean => studio.profile === 'bub'

const nameOf = ({ ruled, tool }: ToolRules): string => ruled.names[0] ?? tool.name

export function noJsonText(told: Told): string {
  return isBub(told) ? errorObjectText(NO_JSON_OBJECT) : INVALID_JSON_TEXT
}

export function deniedText(told: Told, tool: string, reason: string | undefined): string {
  return isBub(told) ? errorObjectText(deniedByPolicy(tool, reason)) : hookDeniedText(reason)
}

export function notAllowedText(told: Told, rules: ToolRules): string {
  if (!isBub(told)) return blockedText(rules.tool.name)
  return errorObjectText({ kind: 'tool', message: `Tool '${nameOf(rules)}' may not be called here.` })
}

export function refusedByPersonText(told: Told, rules: ToolRules, reason: string | undefined): string {
  if (!isBub(told)) return rejectedText(reason)
  const why = reason === undefined || reason === '' ? '.' : `: ${reason}`
  return errorObjectText({ kind: 'tool', message: `Tool '${nameOf(rules)}' call was rejected${why}` })
}

/** A name that means no tool now: there is none, or it has to be loaded, or only code reaches it. */
export function notFoundText(discipline: Discipline, tool: string): string {
  const offered = discipline.tools.map(({ name }) => name)
  const { hidden = [] } = discipline
  const meant = resolveName(
    hidden.map(({ rules }) => rules),
    tool,
  )
  const why = hidden.find(({ rules }) => rules === meant)?.why
  if (why === 'code-off')
    return isBub(discipline) ? errorObjectText({ kind: 'invalid_input', message: CODE_MODE_OFF }) : CODE_MODE_OFF
  if (!isBub(discipline)) return toolNotFoundText(tool, nearNames(tool, offered))
  if (why === 'not-loaded') return notLoadedText(tool)
  if (why === 'only-in-code') return errorObjectText(onlyInCode(tool))
  return unknownToolGuidance(tool, offered)
}

export interface Misfit {
  readonly errors: readonly ArgumentError[]
  /** What could not be read at all; told in place of the others. */
  readonly faults?: readonly CoercionFault[]
  readonly schema: string
}

export function misfitText(told: Told, rules: ToolRules, { errors, faults, schema }: Misfit): string {
  if (!isBub(told)) return invalidArgumentsText(rules.tool.name, errors, schema)
  const others = errors.map((error) => ({ type: 'value_error', loc: [error.path], msg: argumentErrorText(error) }))
  return errorObjectText(argumentsRefused(nameOf(rules), faults ?? others))
}

/** The same for people, who are shown the places in the arguments. */
export function misfitErrors({ errors, faults = [] }: Misfit): readonly ArgumentError[] {
  const told = faults.map(({ type, loc, msg }): ArgumentError => {
    const path = loc.join('.')
    return type.startsWith('missing') ? { kind: 'missing', path } : { kind: 'rule', path, message: msg, actual: '' }
  })
  return [...errors, ...told]
}

export interface FailedCall {
  readonly code: CallFailureCode
  readonly failure: Pick<Failure, 'message' | 'category'>
  readonly attempts: number
}

/** What is told of a call that ran, or was about to. */
export function failureText(told: Told | undefined, rules: ToolRules, call: FailedCall): string {
  return told !== undefined && isBub(told) ? errorObjectText(failureObject(rules, call)) : failureParagraph(rules, call)
}

function failureObject(rules: ToolRules, { code, failure: { message, category } }: FailedCall): ErrorObject {
  const name = nameOf(rules)
  const { errorText, timeoutMs } = rules.settings
  switch (code) {
    case 'returned-error':
      return { kind: isErrorKind(category) ? category : 'tool', message: reasonText(message) }
    case 'exception':
      return errorText === undefined ? toolRaised(name, debugForm(message)) : { kind: 'tool', message: errorText }
    case 'invalid-arguments':
      return {
        kind: 'invalid_input',
        message: `Tool '${name}' argument validation failed.`,
        details: { error: message },
      }
    case 'rate-limited':
      return { kind: 'temporary', message: RATE_LIMITED_TEXT }
    case 'timed-out':
      return { kind: 'temporary', message: `Tool '${name}' timed out after ${timeoutMs ?? 0} ms.` }
    case 'ceiling':
      return { kind: 'temporary', message: ceilingText(name, ceilingIn(message)) }
    default:
      return { kind: 'tool', message: `Tool '${name}' execution failed.`, details: { error: message } }
  }
}

function failureParagraph({ tool, settings }: ToolRules, { code, failure: { message }, attempts }: FailedCall): string {
  switch (code) {
    case 'rate-limited':
      return RATE_LIMITED_TEXT
    case 'returned-error':
      return returnedErrorText(tool.name, message)
    case 'timed-out':
      return timedOutText(tool.name, settings.timeoutMs ?? 0, attempts)
    case 'ceiling':
      return ceilingText(tool.name, ceilingIn(message))
    case 'exception':
      return settings.errorText ?? exceptionText(tool.name, message, attempts, message)
    case 'invalid-arguments':
      return exceptionText(tool.name, message, attempts, 'the tool itself refused its arguments')
    default:
      return crashedText(tool.name, message)
  }
}

const ceilingIn = (message: string): number => Number(/(\d+) ms/.exec(message)?.[1] ?? 0)

/** `ValueError: kaput` as Python shows the exception itself. */
function debugForm(message: string): string {
  const [, type, said] = /^([A-Za-z_][\w.]*)(?:: ([\s\S]*))?$/.exec(message) ?? []
  if (type === undefined) return message
  return `${type}(${said === undefined ? '' : pythonRepr(said)})`
}
