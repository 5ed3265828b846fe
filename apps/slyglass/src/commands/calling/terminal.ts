// A person at the terminal: decides about calls, and stops them.
import { createInterface } from 'node:readline'
import { askPerson } from '../chatting/ask-person.ts'
import type { Decision } from '../chatting/talk.ts'
import type { CommandIo } from '../command.ts'

/** Asks about one call in the terminal. */
export async function askInTerminal(
  waiting: Parameters<typeof askPerson>[0],
  io: Pick<CommandIo, 'err'>,
): Promise<Decision> {
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

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The first Ctrl-C stops what is going on, so that its end is written and nobody goes on with it later; the next one ends the program. */
export function stopAtInterrupt(): { readonly signal: AbortSignal; leave(): void } {
  const stop = new AbortController()
  const onInterrupt = () => {
    leave()
    stop.abort()
  }
  const leave = () => {
    for (const signal of SIGNALS) process.off(signal, onInterrupt)
  }
  for (const signal of SIGNALS) process.on(signal, onInterrupt)
  return { signal: stop.signal, leave }
}
