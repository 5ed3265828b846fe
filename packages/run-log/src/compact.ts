import type { LogEvent } from './events.ts'

/**
 * Drops what closing events repeat: deltas of finished attempts whose answer holds the text (law E4: a reduced log says the
 * same). Output and progress of tools stay, because no answer holds them.
 */
export function compactLog(log: readonly LogEvent[]): readonly LogEvent[] {
  const answered = new Set(
    log.flatMap((event) => (event.type === 'attempt.finished' && event.answer?.of === 'model' ? [event.span] : [])),
  )
  return log.filter((event) => !(event.type === 'attempt.delta' && event.kind === 'text' && answered.has(event.span)))
}
