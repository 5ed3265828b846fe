// What a restart leaves of code that was under way, and of the calls that it made.
import type { SpanId } from '@slyglass/base'
import type { EventOf } from './events.ts'

/**
 * True for code of a model in an engine without rights: all that it did are its calls, which are in the log, so it runs again from
 * its beginning and nothing takes effect twice. Code in a process may have written, sent or started anything.
 */
export function codeRunsAgain({ isolation, source }: EventOf<'attempt.started'>): boolean {
  return isolation === 'quickjs' && source?.file === 'run_code'
}

/** Attempts around a span whose code made the call at its root, outermost first. */
export function codeAround(span: SpanId): readonly SpanId[] {
  return [...span.matchAll(/\//g)].map(({ index }) => span.slice(0, index) as SpanId)
}
