import type { BatchLanes, Lane } from '@slyglass/run-log'
import { formatDuration } from '../../app/public/run-widgets.ts'

/** A lane in words, for those who do not see its bars. */
export function laneWords({ tool, state, checked, waited, ran, completed, committed }: Lane): string {
  const took = ({ from, to }: { from: number; to?: number }) =>
    to === undefined ? 'still going on' : formatDuration(to - from)
  return [
    `${tool}, ${state}`,
    `checked ${took(checked)}`,
    ...(waited === undefined ? [] : [`waited for you ${took(waited)}`]),
    ran === undefined ? 'did not run' : `ran ${took(ran)}`,
    ...(completed === undefined ? [] : [`completed as number ${completed}`]),
    ...(committed === undefined ? [] : [`committed as number ${committed}`]),
  ].join(', ')
}

/** Tools in the order of one of the two places: `look, pay, ship`. */
export function orderWords(lanes: readonly Lane[], by: 'completed' | 'committed'): string {
  const placed = lanes.flatMap((lane) => {
    const place = lane[by]
    return place === undefined ? [] : [{ place, tool: lane.tool }]
  })
  if (placed.length === 0) return 'nothing yet'
  return placed
    .sort((a, b) => a.place - b.place)
    .map(({ place, tool }) => `${place} ${tool}`)
    .join(' · ')
}

/** Calls that are shorter than this gain nothing from running together. */
const SHORT_MS = 5

/** True when every call of a batch that ran together was over at once. */
export function buysNothing({ batch, lanes }: BatchLanes): boolean {
  const ran = lanes.map(({ ran: own }) => own)
  return batch.mode === 'parallel' && ran.every((own) => own?.to !== undefined && own.to - own.from < SHORT_MS)
}
