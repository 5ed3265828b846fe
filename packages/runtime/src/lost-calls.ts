// What is known of the calls that lost code had made: people decide by it, and the model is told.
import type { SpanId } from '@slyglass/base'
import type { EventOf } from '@slyglass/run-log'
import { HOST_LOST, NOT_MADE } from './close-spans.ts'
import type { Journal } from './journal.ts'

type End = EventOf<'tool.finished'>

/** Sentences about the calls of a lost attempt, each after a space; empty where it made none. */
export function lostCallsText(journal: Journal, attempt: SpanId): string {
  const calls = journal.begunBelow(attempt).flatMap((event) => {
    const end = event.type === 'tool.started' ? journal.find(event.span, 'tool.finished') : undefined
    return event.type === 'tool.started' && end !== undefined ? [{ tool: event.tool, end }] : []
  })
  const named = (words: string, is: (end: End) => boolean): string => {
    const names = calls.flatMap(({ tool, end }) => (is(end) ? [tool] : []))
    return names.length === 0 ? '' : ` ${words}: ${counted(names)}.`
  }
  return [
    named('Calls that it had made', isMade),
    named('Not made, because a person had not answered yet', ({ failure }) => failure?.code === NOT_MADE.code),
    named('Under way, so they may have taken effect', ({ failure }) => failure?.code === HOST_LOST.code),
  ].join('')
}

function isMade({ outcome, attempts, failure }: End): boolean {
  return (outcome === 'ok' || outcome === 'failed') && attempts > 0 && failure?.code !== HOST_LOST.code
}

function counted(names: readonly string[]): string {
  const times = (name: string): number => names.filter((one) => one === name).length
  return [...new Set(names)].map((name) => (times(name) === 1 ? name : `${name} (${times(name)} times)`)).join(', ')
}
