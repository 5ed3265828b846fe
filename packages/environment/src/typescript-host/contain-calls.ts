// What code of a tool does that would end its whole thread is kept to the call that it belongs to: other calls run there too.
import { syncBuiltinESMExports } from 'node:module'
import { currentCall } from './call.ts'
import { failed, trace, words } from './outcome.ts'

class ExitCalled extends Error {
  override readonly name = 'ExitCalled'
}

/** From now on `process.exit`, and errors that nobody catches, end a call and not this thread. */
export function containCalls(): void {
  process.exit = exitCall
  // For those who import it by its name.
  syncBuiltinESMExports()
  process.on('unhandledRejection', (problem) => endCall(problem, 'A promise was rejected and nobody waited for it:'))
  process.on('uncaughtException', (problem) => endCall(problem, 'An exception was thrown outside of a call:'))
}

/** Ends the call, and what of it runs at this moment. */
function exitCall(code?: string | number | null): never {
  const problem = new ExitCalled(
    `The tool called process.exit(${code ?? ''}) instead of giving an answer. Its thread is not its own, so only this call ` +
      'was ended. Return a value or throw an error there.',
  )
  currentCall.getStore()?.fail?.(failed('raised', problem.message, `Error: ${problem.message}`, trace(problem)))
  throw problem
}

function endCall(problem: unknown, otherwise: string): void {
  const call = currentCall.getStore()
  // Its call is told already.
  if (problem instanceof ExitCalled && call !== undefined) return
  if (call?.fail === undefined || call.isOver) {
    // What comes from a call that is over is its own matter; others go on.
    console.error(otherwise, problem)
    return
  }
  const said =
    `An error that nobody caught ended this call: ${words(problem)}. Catch it where it comes from: in a timer, in an event, ` +
    'or in a promise that nothing waits for.'
  call.fail(failed('raised', said, `Error: ${said}`, trace(problem)))
}
