// What a person sees of a conversation in the terminal.
import { type JsonObject, parseJson, printJson } from '@slyglass/base'
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
  const told = new Set<string>()
  const tellTroubles = createTroublePrinter((line) => {
    told.add(line)
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
      } else if (type === 'AGENT_FRAMEWORK' && origin !== undefined && !told.has(text)) io.err(text)
    },
    end({ text, structure, slyData }) {
      // A streamed answer may have been the object itself.
      const isTold = structure !== undefined && isAll(shown, text, structure)
      const isShown = isTold || (shown !== '' && shown.includes(text))
      shown = endLine(shown, io)
      if (!isShown && text !== '') io.out(text)
      if (structure !== undefined && !isTold) showObject(structure, io)
      if (slyData !== undefined) io.err(`Private values that came back: ${[...slyData.keys()].join(', ')}`)
    },
  }
}

/** True when what was shown is the text and the object, and nothing besides. */
function isAll(shown: string, text: string, structure: JsonObject): boolean {
  const [from, to] = [shown.indexOf('{'), shown.lastIndexOf('}') + 1]
  const object = parseJson(shown.slice(from, to))
  if (from < 0 || !object.ok || printJson(object.value) !== printJson(structure)) return false
  return bare(shown.slice(0, from) + shown.slice(to)) === bare(text)
}

/** A text without spaces, and without the fences around an object. */
const bare = (text: string): string => text.replace(/```(?:json)?|\s+/g, '')

function endLine(shown: string, io: CommandIo): string {
  if (shown !== '' && !shown.endsWith('\n')) io.write('\n')
  return ''
}

function showObject(structure: JsonObject, io: CommandIo): void {
  io.out(printJson(structure, 'indented'))
}
