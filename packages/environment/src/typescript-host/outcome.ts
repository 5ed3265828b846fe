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
  if (isA(NotRendered, given)) return { ...raised(given.cause), valueJson: printJson(given.value) } as Outcome
  const message = isA(Error, given) ? read(() => `${given.name}: ${given.message}`) : words(given)
  return failed('raised', message, `Error: ${words(given)}`, trace(given))
}

/** What was thrown, in its own words; an object that is no error as its JSON. */
export function words(problem: unknown): string {
  if (isA(Error, problem)) return read(() => String(problem.message))
  if (typeof problem === 'string') return problem
  return typeof problem === 'object' ? read(() => reasonText(plainJson(problem))) : debugForm(problem)
}

/** What tools throw may throw itself when it is looked at; the call must end all the same. */
function read(look: () => string): string {
  try {
    return look()
  } catch {
    return '[a value that cannot be shown]'
  }
}

function isA<T>(type: new (...args: never[]) => T, value: unknown): value is T {
  try {
    return value instanceof type
  } catch {
    return false
  }
}

const reasonText = (reason: Json): string => (typeof reason === 'string' ? reason : printJson(reason))

/** Where it was thrown, without lines of this host. */
export function trace(problem: unknown): string {
  const stack = isA(Error, problem) ? read(() => String(problem.stack ?? '')) : ''
  const own = fileURLToPath(import.meta.url)
  return stack
    .split('\n')
    .filter((line) => !line.includes(own))
    .join('\n')
}
