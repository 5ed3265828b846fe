// neuro-san's limits of one agent, as its entry (after the network's defaults) says them.
import { type Json, JsonNumber } from '@slyglass/base'
import type { Entry } from '@slyglass/network'
import { pythonNumber } from '@slyglass/tools'

const STEPS = 10_000
const SECONDS = 300
const ATTEMPTS = 3

/** Model turns and rounds of tool calls that one run of the agent may have. */
export function stepsLimit(entry: Entry): number {
  return positive(entry.json.get('max_steps')) ?? positive(entry.json.get('max_iterations')) ?? STEPS
}

/** Time that an agent may take, and how the limit is spelled. */
export function secondsLimit(entry: Entry): { readonly seconds: number; readonly text: string } {
  const given = entry.json.get('max_execution_seconds')
  if (!(given instanceof JsonNumber) || given.toNumber() <= 0) return { seconds: SECONDS, text: String(SECONDS) }
  return { seconds: given.toNumber(), text: pythonNumber(given) }
}

/** How often the agent's whole run is tried. */
export function attemptsLimit(entry: Entry): number {
  return positive(entry.json.get('max_attempts')) ?? ATTEMPTS
}

/** How many past messages behind the first the front man's model sees. */
export function historyLimit(entry: Entry): number | undefined {
  return positive(entry.json.get('max_message_history'))
}

function positive(value: Json | undefined): number | undefined {
  return value instanceof JsonNumber && value.toNumber() >= 1 ? Math.trunc(value.toNumber()) : undefined
}
