// Tools that a model has to load by asking for their descriptions.
import { fromJson, jsonAt, parseJson, printJson } from '@slyglass/base'
import { sharedAfter } from '@slyglass/run-log'
import type { AreaRunner } from './area-runner.ts'
import { differs, firstOf } from './expect-value.ts'
import { playAgent } from './play-agent.ts'
import { LOOKUP_ORDER, mathAdd } from './small-tools.ts'

export const checkDeferred: AreaRunner = async ({ expected }) => {
  const tools = [mathAdd({ deferred: true }), LOOKUP_ORDER]
  const add = ['math_add', { a: 2, b: 3 }] as const
  const turns = [[add], [['tool_describe', { names: ['math_add', 'nope'] }] as const], [add]]
  const { offered, told, log } = await playAgent({ tools, turns })
  const described = parseJson(told[1] ?? '')
  const unknown = described.ok ? jsonAt(described.value, 'unknown') : undefined
  const next = await playAgent({ tools, more: { deps: printJson(sharedAfter(log)) } })
  return firstOf(
    differs('offered', expected.get('offered_per_request'), offered),
    differs('first result', expected.get('first_result'), told[0]),
    differs('unknown', expected.get('unknown'), unknown === undefined ? undefined : fromJson(unknown)),
    differs('offered in the next turn', expected.get('next_turn_offers'), next.offered[0]),
  )
}
