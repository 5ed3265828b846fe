// A conversation that is longer than the model takes: once in a run an anchor is written, and the same prompt is asked again without
// the past. Only where the network says how it is told its past.

import { jsonAt } from '@slyglass/base'
import { studioOf } from '@slyglass/network'
import type { Talk } from './middleware/talk.ts'
import type { Prepared } from './run-agent.ts'
import type { RunContext } from './run-context.ts'
import type { TurnFailed } from './run-turn.ts'
import { tapeNote } from './write-tape.ts'

/** The anchor of such a handoff. */
const OVERFLOW = 'auto_handoff/context_overflow'
const STATE = JSON.stringify({ reason: 'The conversation before was longer than the model takes.' })

/** The conversation without its past; undefined where there is none to leave out, or it was left out before. */
export async function handOffOnOverflow(
  { network, journal }: RunContext,
  { call, overflow }: Prepared,
  talk: Talk,
  { failure }: TurnFailed,
): Promise<Talk | undefined> {
  if (failure.truth.code !== 'context-too-long' || call.role !== 'front-man' || !tellsItsPast(network)) return undefined
  const past = pastOf(talk)
  if (past.size === 0 || overflow.handedOff) return undefined
  overflow.handedOff = true
  await journal.commit([tapeNote({ kind: 'anchor', name: OVERFLOW, state: STATE })])
  return { ...talk, messages: talk.messages.filter(({ truth }) => !past.has(truth.id)) }
}

function tellsItsPast(network: RunContext['network']): boolean {
  return studioOf(network)?.profile === 'bub' || jsonAt(network.json, 'studio', 'tape') !== undefined
}

/** What was there before the question of this run, which is the last of the messages that a run begins with. */
function pastOf({ messages }: Talk): ReadonlySet<string | undefined> {
  const given = messages.map(({ truth }) => truth.id).filter((id) => id !== undefined && /^h\d+$/.test(id))
  return new Set(given.slice(0, -1))
}
