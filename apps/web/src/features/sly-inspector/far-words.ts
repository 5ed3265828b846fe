import type { SlyLedger } from '@slyglass/run-log'
import { countOf } from '../../app/public/run-widgets.ts'

/** How many private values went to a running server in a run, and how many came back. */
export function farSentence({ crossings }: Pick<SlyLedger, 'crossings'>, host: string): string {
  const passed = (boundary: string) =>
    new Set(crossings.filter((one) => one.boundary === boundary).flatMap((one) => one.passed.map(({ key }) => key)))
      .size
  return `${countOf(passed('to-downstream'), 'private value')} sent to ${host}, ${passed('from-downstream')} came back`
}
