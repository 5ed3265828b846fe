// Which tools a model request held, and how that differs from the request before it.
import type { Trace, TraceSpan } from '@slyglass/run-log'

export interface Offer {
  /** In the order of the request. */
  readonly tools: readonly { readonly name: string; readonly isNew: boolean }[]
  /** What the request before held and this one does not. */
  readonly gone: readonly string[]
}

/** Undefined where the log does not say it: then every request of the agent held the same. */
export function offerOf(trace: Trace, { id, parent, offered }: TraceSpan): Offer | undefined {
  if (offered === undefined) return undefined
  const siblings = (parent === null ? undefined : trace.spans.get(parent))?.children ?? []
  const last = lastOffer(trace, siblings.slice(0, siblings.indexOf(id)))
  if (last === undefined) return { tools: offered.map((name) => ({ name, isNew: false })), gone: [] }
  return {
    tools: offered.map((name) => ({ name, isNew: !last.includes(name) })),
    gone: last.filter((name) => !offered.includes(name)),
  }
}

function lastOffer(trace: Trace, earlier: TraceSpan['children']): readonly string[] | undefined {
  return earlier
    .toReversed()
    .map((id) => trace.spans.get(id)?.offered)
    .find((offered) => offered !== undefined)
}
