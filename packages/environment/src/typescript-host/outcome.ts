// How a call ended, in the words of the wire.
import { fileURLToPath } from 'node:url'
import { type Json, printJson } from '@slyglass/base'
import { debugForm, NotRendered, plainJson } from '@slyglass/tools/define'

export type Outcome =
  | {
      readonly ok: true
      readonly text: string
      /** Left out where it is the text. */
      readonly valueJson?: string | null
      readonly updateJson?: string
    }
  | {
      readonly ok: false
      readonly code: string
      readonly message: string
      readonly text: string
      readonly traceback: string
      readonly category?: string
      /** What the tool gave, where only its renderer failed. */
      readonly valueJson?: string
    }

/** A call that failed. */
export function failed(code: string, message: string, text: string, traceback: string): Outcome {
  return { ok: false, code, message, text, traceback }
}

/** A call whose code threw. */
export function raised(given: unknown): Outcome {
  if (given instanceof NotRendered) return { ...raised(given.cause), valueJson: printJson(given.value) } as Outcome
  const problem = given
  const message = problem instanceof Error ? `${problem.name}: ${problem.message}` : words(problem)
  return failed('raised', message, `Error: ${words(problem)}`, trace(problem))
}

/** What was thrown, in its own words; an object that is no error as its JSON. */
export function words(problem: unknown): string {
  if (problem instanceof Error) return problem.message
  if (typeof problem === 'string') return problem
  return typeof problem === 'object' ? reasonText(plainJson(problem)) : debugForm(problem)
}

const reasonText = (reason: Json): string => (typeof reason === 'string' ? reason : printJson(reason))

/** Where it was thrown, without lines of this host. */
export function trace(problem: unknown): string {
  const stack = problem instanceof Error ? (problem.stack ?? '') : ''
  const own = fileURLToPath(import.meta.url)
  return stack
    .split('\n')
    .filter((line) => !line.includes(own))
    .join('\n')
}
