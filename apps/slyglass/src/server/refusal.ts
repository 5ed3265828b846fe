import type { ErrorReply } from '@slyglass/protocol'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

declare module 'hono' {
  interface ContextVariableMap {
    /** Masks private values and keys in the words of a refusal. */
    redact: (text: string) => string
  }
}

/** An expected failure on its way to the page: what happened and what to do. */
export interface Refusal {
  readonly status: ContentfulStatusCode
  readonly code: string
  readonly message: string
  readonly hint?: string
  /** Further fields of the reply, beside `error`. */
  readonly more?: Readonly<Record<string, unknown>>
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

export function refused(status: ContentfulStatusCode, code: string, message: string, hint?: string): Refusal {
  return { status, code, message, ...(hint !== undefined && { hint }) }
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
