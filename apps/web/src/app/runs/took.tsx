import { useNow } from './clock.ts'
import { formatDuration, formatElapsed } from './figures.ts'

interface TookProps {
  readonly startedAt: number
  readonly finishedAt?: number | undefined
  /** False when nothing will finish it any more. */
  readonly live: boolean
}

/** How long something took, or has been taking: one clock ticks for all of them. */
export function Took({ startedAt, finishedAt, live }: TookProps) {
  const growing = finishedAt === undefined && live
  const now = useNow(growing)
  if (finishedAt !== undefined) return <span className="took">{formatDuration(finishedAt - startedAt)}</span>
  return <span className="took">{growing ? formatElapsed(now - startedAt) : ''}</span>
}
