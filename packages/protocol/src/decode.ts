// The one place of this package where text of the server becomes typed data. Both ends ship together, so what an
// answer may look like is said by the types of `replies.ts`; a text that is no JSON at all is an expected failure.
import { err, ok, type Result } from '@slyglass/base'
import type { ErrorReply, TailLine } from './replies.ts'

/** An answer's body as the type that its route promises. */
export function decodeReply<T>(text: string): Result<T, string> {
  try {
    return ok(JSON.parse(text) as T)
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error))
  }
}

/** The refusal in an answer's body, or undefined when the body holds none. */
export function decodeRefusal(text: string): ErrorReply['error'] | undefined {
  const body = decodeReply<Partial<ErrorReply> | null>(text)
  const refusal = body.ok ? body.value?.error : undefined
  return typeof refusal?.code === 'string' && typeof refusal.message === 'string' ? refusal : undefined
}

/** One line of the tails stream, or undefined when it is none. */
export function decodeTailLine(line: string): TailLine | undefined {
  const decoded = decodeReply<Partial<TailLine> | null>(line)
  if (!decoded.ok || typeof decoded.value?.kind !== 'string') return undefined
  return decoded.value as TailLine
}
