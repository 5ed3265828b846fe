// What tools print, sent as `out` messages of the call that did it, up to a limit.
import { textOf } from '../byte-text.ts'
import type { FromHost } from '../messages.ts'
import { currentCall, type WorkerCall } from './call.ts'

type Send = (message: FromHost) => void

/** Takes over the worker's stdout and stderr; console writes there too. */
export function captureOutput(limit: number, tellPrivate: (call: WorkerCall) => void, send: Send): void {
  for (const fd of ['stdout', 'stderr'] as const) {
    const write = (chunk: unknown, ...rest: readonly unknown[]): boolean => {
      const text = typeof chunk === 'string' ? chunk : textOf(chunk as Uint8Array)
      const call = currentCall.getStore()
      if (call !== undefined) tellPrivate(call)
      writeOutput(call, fd, text, limit, send)
      const done = rest.findLast((part) => typeof part === 'function')
      if (typeof done === 'function') queueMicrotask(() => done())
      return true
    }
    process[fd].write = write as typeof process.stdout.write
  }
}

function writeOutput(
  call: WorkerCall | undefined,
  fd: 'stdout' | 'stderr',
  text: string,
  limit: number,
  send: Send,
): void {
  const output = call === undefined ? undefined : outputOf(call)
  const room = output === undefined ? text.length : Math.max(0, limit - output.written[fd])
  const kept = text.slice(0, room)
  const isCut = kept.length < text.length && output?.leftOut[fd] === 0
  if (output !== undefined) {
    output.written[fd] += kept.length
    output.leftOut[fd] += Buffer.byteLength(text.slice(room))
  }
  if (isCut && call !== undefined) send({ type: 'out', call: call.id, fd, text: kept, cut: true })
  else if (kept !== '') send({ type: 'out', call: call?.id ?? null, fd, text: kept })
}

/** Most calls write nothing. */
function outputOf(call: WorkerCall): NonNullable<WorkerCall['output']> {
  call.output ??= { written: { stdout: 0, stderr: 0 }, leftOut: { stdout: 0, stderr: 0 } }
  return call.output
}

/** Says how much of a call's output was left out. */
export function finishOutput(call: WorkerCall, send: Send): void {
  if (call.output === undefined) return
  const { leftOut } = call.output
  for (const fd of ['stdout', 'stderr'] as const) {
    const count = leftOut[fd]
    if (count === 0) continue
    leftOut[fd] = 0
    send({ type: 'out', call: call.id, fd, text: `\n[${count.toLocaleString('en')} bytes more were left out]\n` })
  }
}
