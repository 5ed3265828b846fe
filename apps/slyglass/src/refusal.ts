import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** An expected failure on its way to the page: what happened and what to do. */
export interface Refusal {
  readonly status: ContentfulStatusCode
  readonly code: string
  readonly message: string
  readonly hint?: string
  /** Further fields of the reply, beside `error`. */
  readonly more?: Readonly<Record<string, unknown>>
}

export function refused(status: ContentfulStatusCode, code: string, message: string, hint?: string): Refusal {
  return { status, code, message, ...(hint !== undefined && { hint }) }
}
