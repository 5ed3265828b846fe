// Which private keys go back to the client at the end: the front man's `allow.to_upstream`, nothing by default.
import { type Draft, RUN_SPAN } from '@slyglass/run-log'
import { crossBoundary } from '@slyglass/sly'
import type { RunContext } from './run-context.ts'

const RULES = ['to_upstream.sly_data']

export function crossUpstream(context: RunContext): readonly Draft[] {
  // A live object may go up too: it arrives as null.
  const live = [...context.vault.opaque().keys()].map((key) => [key, '{}'] as const)
  const values = new Map([...context.vault.values(), ...live])
  if (values.size === 0) return []
  const { passed, withheld, rule } = crossBoundary(values, context.network.frontMan?.allow, RULES)
  const decided = rule === undefined ? {} : { rule: `allow.${rule}` }
  const place = { span: RUN_SPAN, parent: null }
  return [{ type: 'sly.crossed', ...place, boundary: 'to-upstream', peer: 'client', passed, withheld, ...decided }]
}
