import type { RunReply } from '@slyglass/protocol'

/** The newest run of each network, by name. */
export function lastRuns(runs: readonly RunReply[]): ReadonlyMap<string, RunReply> {
  const last = new Map<string, RunReply>()
  for (const run of runs) {
    const known = last.get(run.network)
    if (known === undefined || run.startedAt > known.startedAt) last.set(run.network, run)
  }
  return last
}
