import type { ErrorReply } from '@slyglass/protocol'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type Refusal, refused } from '../refusal.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** Masks private values and keys in the words of a refusal. */
    redact: (text: string) => string
  }
}

export function refusal(
  context: Context,
  status: ContentfulStatusCode,
  code: string,
  message: string,
  hint?: string,
): Response {
  return refuse(context, refused(status, code, message, hint))
}

export function refuse(context: Context, { status, code, message, hint, more }: Refusal): Response {
  const redact = context.get('redact')
  const error: ErrorReply['error'] = {
    code,
    message: redact(message),
    ...(hint === undefined ? {} : { hint: redact(hint) }),
  }
  return context.json({ error, ...more }, status)
}
