// What a person sees of a conversation in the terminal.
import { type JsonObject, printJson } from '@slyglass/base'
import { type ChatMessage, originName } from '@slyglass/protocol/neuro-san'
import { callOfAttempt, enclosingAgent, FRONT_MAN_SPAN, type LogEvent } from '@slyglass/run-log'
import type { CommandIo } from '../command.ts'
import { createTroublePrinter, type Place } from './print-troubles.ts'
import type { Heard } from './talk.ts'

/** Prints one answer as it comes. */
export interface AnswerPrinter {
  onEvents(events: readonly LogEvent[]): void
  onMessage(message: ChatMessage): void
  /** The rest, when the answer is whole. */
  end(heard: Heard): void
}

/** Words of the front man go to the output; what its agents and tools do goes beside it. */
export function createAnswerPrinter(io: CommandIo, place: Place): AnswerPrinter {
  let shown = ''
  const tellTroubles = createTroublePrinter((line) => {
    shown = endLine(shown, io)
    io.err(line)
  }, place)
  return {
    onEvents(events) {
      tellTroubles(events)
      for (const event of events) {
        if (event.type === 'model.started' && event.parent === FRONT_MAN_SPAN) shown = endLine(shown, io)
        if (event.type !== 'attempt.delta' || event.kind !== 'text') continue
        if (enclosingAgent(callOfAttempt(event.span)) !== FRONT_MAN_SPAN) continue
        io.write(event.text)
        shown += event.text
      }
    },
    onMessage({ type, text, origin, structure }) {
      if (type === 'AGENT' && structure?.get('invoking_start') === true) {
        shown = endLine(shown, io)
        io.err(`… ${originName(origin ?? [])} calls ${String(structure.get('invoked_agent_name'))}`)
      } else if (type === 'AGENT_FRAMEWORK' && origin !== undefined) io.err(text)
    },
    end({ text, structure, slyData }) {
      if (shown === '' || !shown.includes(text)) {
        shown = endLine(shown, io)
        if (text !== '') io.out(text)
      } else endLine(shown, io)
      if (structure !== undefined) showObject(structure, io)
      if (slyData !== undefined) io.err(`Private values that came back: ${[...slyData.keys()].join(', ')}`)
    },
  }
}

function endLine(shown: string, io: CommandIo): string {
  if (shown !== '' && !shown.endsWith('\n')) io.write('\n')
  return ''
}

function showObject(structure: JsonObject, io: CommandIo): void {
  io.out(printJson(structure, 'indented'))
}
