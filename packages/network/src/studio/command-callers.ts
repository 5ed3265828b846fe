import type { Entry, Network } from '../model.ts'
import { studioOf } from './read-studio.ts'

/**
 * The agents whose tools commands reach, the front man first. Where the front man says what commands begin with, others do so too
 * or are left out; where a person brings a beginning along, all are reached.
 */
export function commandCallers(network: Network): readonly Entry[] {
  const { frontMan } = network
  if (frontMan === undefined) return []
  const takes = (agent: Entry): boolean => studioOf(network, agent)?.commandPrefix !== undefined
  const others = network.entries.filter(({ kind, name }) => kind === 'agent' && name !== frontMan.name)
  return [frontMan, ...(takes(frontMan) ? others.filter(takes) : others)]
}
