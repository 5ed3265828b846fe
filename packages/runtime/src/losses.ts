// How often a run lost its server. The log itself counts: each take-up is noted before anything else is done.
import { RESUMED, RUN_SPAN, type RunEvent } from '@slyglass/run-log'

/** `source` of the note of a server that closed while a person was asked. */
export const LET_GO = 'let-go'

export const letGoText = 'The server is closing while a person is asked. The next one goes on with this run.'

/** The loss after which a run is ended: what takes its server with it each time must not do so for ever. */
export const LAST_LOSS = 3

/** Losses of a run that is open and has no server. */
export function timesLost(log: readonly RunEvent[]): number {
  const notes = (source: string) =>
    log.filter((event) => event.type === 'note.noted' && event.span === RUN_SPAN && event.source === source).length
  return 1 + notes(RESUMED) - notes(LET_GO)
}
