import type { ChildProcess } from 'node:child_process'

/** Everything that a child prints, as it prints it. */
export function listen(child: ChildProcess): { readonly text: string } {
  const said = { text: '' }
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => {
      said.text += part
    })
  return said
}

/** Asks a child to end, and ends it when it does not. */
export async function stopChild(child: ChildProcess): Promise<void> {
  const last = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await endChild(child, 'SIGTERM')
  clearTimeout(last)
}

/** Ends a child that has not ended. */
export async function endChild(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((done) => child.once('exit', done))
  child.kill(signal)
  await ended
}
