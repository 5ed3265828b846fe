// Tools that wait for a debugger run in the main thread, under Node's own inspector.
import { open, url, waitForDebugger } from 'node:inspector'
import type { Writable } from 'node:stream'
import type { FromHost, ToHost } from '../messages.ts'
import { serveCalls, type WorkerSetting } from './serve-calls.ts'

/** Serves calls, each after a debugger was attached. */
export function serveDebugged(
  setting: WorkerSetting,
  wire: Writable,
  send: (message: FromHost) => void,
): (message: ToHost) => void {
  let isAttached = false
  const attach = async (call: string): Promise<void> => {
    if (isAttached) return
    if (url() === undefined) open(0, '127.0.0.1')
    send({ type: 'debugger', call, text: howToAttach(url() ?? '') })
    // What comes next stops this thread: the line must have left before.
    await new Promise<void>((resolve) => wire.write('', () => resolve()))
    waitForDebugger()
    isAttached = true
  }
  return serveCalls({ ...setting, attach }, (line) => wire.write(`${line}\n`))
}

function howToAttach(address: string): string {
  const place = /^ws:\/\/([^/]+)/.exec(address)?.[1] ?? address
  const port = place.slice(place.lastIndexOf(':') + 1)
  return (
    `Waiting for a debugger at ${address}. In VS Code: Run and Debug, "Node.js: Attach", port ${port}. In Chrome: open ` +
    `chrome://inspect, Configure, add ${place}, then "inspect". In a terminal: node inspect ${place}. No time of the call runs down.`
  )
}
