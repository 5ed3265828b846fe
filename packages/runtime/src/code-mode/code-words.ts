// How code ended, in words: for the model with all output so far, for people by its code.
import { isJsonList, jsonAt, parseJson } from '@slyglass/base'
import type { Failure, MediaRef } from '@slyglass/run-log'
import { type ErrorObject, errorLine, errorObjectText } from '@slyglass/tools'
import type { CodeEnd } from '../code-ports.ts'
import { mediaReference } from '../take-media.ts'

/** An end of code that is no success. */
export type CodeFault =
  | Exclude<CodeEnd, { ended: 'ok' }>
  | { readonly ended: 'timed-out'; readonly seconds: number; readonly output: string }

export const CODE_MODE_OFF = 'Code mode is not enabled for this run.'

export interface CodeFailure {
  readonly failure: Failure
  readonly told: ErrorObject
}

/** What went wrong, for people and as an object for the model. */
export function codeFailure(end: CodeFault, memoryMb: number): CodeFailure {
  const { output } = end
  switch (end.ended) {
    case 'raised': {
      const { traceback } = end
      const message = end.message === '' ? `Code raised ${end.type}` : `Code raised ${end.type}: ${end.message}`
      return failed('exception', message, { output, traceback }, traceback)
    }
    case 'exited': {
      const { stderr } = end
      const message = `Code runner exited unexpectedly with code ${end.code}`
      return failed('crashed', message, { output, stderr }, stderr)
    }
    case 'timed-out':
      return failed('timed-out', `Code timed out after ${end.seconds} seconds`, { output })
    case 'memory':
      return failed('memory', `Code used more than its ${memoryMb} MB of memory`, { output })
    case 'stopped':
      return failed('crashed', 'Code was stopped', { output })
    default:
      return failed('host-missing', end.message, {})
  }
}

function failed(code: string, message: string, details: Record<string, string>, detail = ''): CodeFailure {
  const category = code === 'exception' ? 'exception' : code === 'timed-out' ? 'external' : 'system'
  const failure = { code, message, category, ...(detail !== '' && { detail }) }
  return { failure, told: { kind: 'tool', message, details } }
}

/** Agents of the bub profile read an object, others a text. */
export function codeFailureText({ told }: CodeFailure, isBub: boolean): string {
  if (isBub) return errorObjectText(told)
  const parts = [
    ['traceback', ''],
    ['stderr', ''],
    ['output', 'Output so far:\n'],
  ] as const
  const more = parts.flatMap(([key, head]) => {
    const text = told.details?.[key]
    return typeof text === 'string' && text !== '' ? [`${head}${text}`.trimEnd()] : []
  })
  return [told.message, ...more].join('\n\n')
}

/** What was printed, and a reference in the place of each attachment. */
export function codeText(output: string, media: readonly MediaRef[]): string {
  const named = media.map((ref) => {
    const name = ref.name === undefined ? '' : ` ${ref.name}`
    return `[${ref.kind} ${mediaReference(ref)} ${ref.mimeType}${name}]`
  })
  if (named.length === 0) return output
  return [...(output === '' ? [] : [output.replace(/\n$/, '')]), ...named].join('\n')
}

/** The text of the exception that a failed call raises in code: `[kind] message`, with what the tool itself said. */
export function codeErrorText(text: string, failure: Failure | undefined): string {
  const parsed = parseJson(text)
  const [kind, message] = parsed.ok ? [jsonAt(parsed.value, 'kind'), jsonAt(parsed.value, 'message')] : []
  if (!parsed.ok || typeof kind !== 'string' || typeof message !== 'string') return `[tool] ${text}`
  const line = errorLine({ kind: kind as ErrorObject['kind'], message })
  const errors = jsonAt(parsed.value, 'details', 'errors')
  const said = isJsonList(errors) ? errors.map(oneError).join('; ') : jsonAt(parsed.value, 'details', 'error')
  const own = isJsonList(errors) || failure === undefined ? said : failure.message
  return said === undefined || typeof own !== 'string' || own === '' ? line : `${line} ${own}`
}

function oneError(error: unknown): string {
  if (!(error instanceof Map)) return String(error)
  const [place, said] = [error.get('loc'), error.get('msg')]
  const path = Array.isArray(place) ? place.map(String).join('.') : ''
  return path === '' ? String(said) : `${path}: ${String(said)}`
}
