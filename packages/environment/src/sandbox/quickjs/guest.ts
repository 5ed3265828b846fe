// Runs inside of the engine: the same code that runs calls in a thread of Node, with one call and a board of its own.
import type { CallMessage, FromHost, ToHost } from '../../messages.ts'
import { Board } from '../../typescript-host/board.ts'
import { createCall, type WorkerCall } from '../../typescript-host/call.ts'
import { type Finished, runCall } from '../../typescript-host/invoke.ts'
import { type GuestHost, installGlobals } from './guest-globals.ts'

/** What the guest answers when the call is over. */
export interface GuestEnd {
  readonly end: Finished
  readonly sly: ReturnType<Board['diff']>
  readonly reads: readonly string[]
}

declare const slyglassHost: GuestHost

// Taken away from the tool: nothing that it does may be mistaken for what this file does.
const host = slyglassHost
Reflect.deleteProperty(globalThis, 'slyglassHost')
let call: WorkerCall | undefined
const board = new Board(() => call)
const tellPrivate = (): void => {
  const values = board.takeFresh()
  if (call !== undefined && values !== undefined) tell({ type: 'private', call: call.id, values })
}
const tell = (message: FromHost): void => host.send(JSON.stringify(message))
const fireTimer = installGlobals(host, tellPrivate)

function serve(text: string): void {
  const message: CallMessage = JSON.parse(text)
  run(message).then(
    (end) => host.done(JSON.stringify(end)),
    (problem) => host.broken(String(problem)),
  )
}

async function run(message: CallMessage): Promise<GuestEnd> {
  const own = createCall(message.call, board)
  call = own
  board.takeIn(message.sly, message.seen)
  const send = (said: FromHost) => {
    tellPrivate()
    tell(said)
  }
  const place = { call: own, board, state: {}, send }
  const end = await new Promise<Finished>((resolve) => runCall(message, place, resolve))
  return { end, sly: board.diff(own, new Set()), reads: [...own.reads] }
}

function receive(text: string): void {
  const message: ToHost = JSON.parse(text)
  if (message.type === 'go') call?.start()
  if (message.type === 'cancel') call?.stop()
  if (message.type === 'used') call?.uses.get(message.use)?.(message)
}

Object.assign(globalThis, { slyglassGuest: { serve, receive, fireTimer } })
