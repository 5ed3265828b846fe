// A run that only writes on its session's tape: an anchor from which on the past is told, or the end of everything before.
import { spanId } from '@slyglass/base'
import { type Draft, RUN_SPAN, type TapeNote } from '@slyglass/run-log'
import { alike } from './forms.ts'
import type { AgentEnd } from './run-agent.ts'
import type { RunContext } from './run-context.ts'

export async function writeTape({ journal, request }: RunContext, tape: TapeNote): Promise<AgentEnd> {
  const logged = journal.find(RUN_SPAN, 'run.started')?.tape ?? request.tape ?? tape
  await journal.commit([tapeNote(logged)])
  return { outcome: 'ok', text: alike('') }
}

/** A place of its own: a run that is taken up says so in a note of the run's, and a second note there would count as said. */
const TAPE_SPAN = spanId('r.tape')

/** The note that puts a line on the tape. */
export function tapeNote(tape: TapeNote): Draft<'note.noted'> {
  const text = tape.kind === 'anchor' ? `Handed off: ${tape.name}.${summaryOf(tape)}` : 'The tape begins anew here.'
  return { type: 'note.noted', span: TAPE_SPAN, parent: RUN_SPAN, level: 'info', source: 'tape', text, tape }
}

function summaryOf({ state }: TapeNote): string {
  const summary: unknown = (JSON.parse(state ?? '{}') as { readonly summary?: unknown }).summary
  return typeof summary === 'string' && summary !== '' ? ` ${summary}` : ''
}
