// A person at the terminal: decides about calls, and stops them.
import { createInterface } from 'node:readline/promises'
import type { WaitingCall } from '@slyglass/run-log'
import type { Decision } from './call-tool.ts'

/** Asks about one call. Anything but a clear yes means no. */
export async function askInTerminal({ tool, args }: WaitingCall): Promise<Decision> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const said = (await lines.question(`${tool} asks to be called with ${args}\nCall it? [y/N/e to edit] `)).trim()
    if (/^y(es)?$/i.test(said)) return { decision: 'approve' }
    if (!/^e(dit)?$/i.test(said)) return { decision: 'reject' }
    return { decision: 'edit', args: (await lines.question('Arguments instead, as JSON: ')).trim() }
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
