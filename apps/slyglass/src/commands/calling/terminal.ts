// A person at the terminal: decides about calls, and stops them.
import { createInterface } from 'node:readline'
import type { WaitingCall } from '@slyglass/run-log'
import { askPerson } from '../chatting/ask-person.ts'
import type { Decision } from '../chatting/talk.ts'
import type { CommandIo } from '../command.ts'

/** Asks about one call in the terminal. */
export async function askInTerminal(waiting: WaitingCall, io: Pick<CommandIo, 'err'>): Promise<Decision> {
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: true })
  const each = lines[Symbol.asyncIterator]()
  const next = async () => {
    const step = await each.next()
    return step.done === true ? undefined : step.value
  }
  try {
    return await askPerson(waiting, next, io)
  } finally {
    lines.close()
  }
}

/** The first Ctrl-C stops the call, so that its end is written; the next one ends the program as always. */
export function stopAtInterrupt(): { readonly signal: AbortSignal; leave(): void } {
  const stop = new AbortController()
  const onInterrupt = () => stop.abort()
  process.once('SIGINT', onInterrupt)
  return { signal: stop.signal, leave: () => process.off('SIGINT', onInterrupt) }
}
