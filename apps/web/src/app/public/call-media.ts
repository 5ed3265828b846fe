// Pictures, sounds and films of calls: what draws them is loaded with the first of them.
import type { MediaRef, TraceSpan } from '@slyglass/run-log'
import { lazyPart } from '../../ui/index.ts'

export const CallMedia = lazyPart(() =>
  import('../runs/call-media.tsx').then((module) => ({ default: module.CallMedia })),
)

/** What the attempt that counted has attached to the result of its call. */
export function mediaOf(attempts: readonly TraceSpan[]): readonly MediaRef[] {
  const answer = attempts.findLast((attempt) => attempt.answer?.of === 'tool')?.answer
  return answer?.of === 'tool' ? (answer.media ?? []) : []
}
