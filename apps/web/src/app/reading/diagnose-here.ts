// What is wrong in the text that is typed, found in the page itself. A browser draws the letter before it lets a worker's
// answer in; what is found here is drawn with the letter. Only what stands around a key is parsed again.
import { TreeCache } from '@slyglass/hocon'
import { type Diagnostic, readNetwork } from '@slyglass/network'
import type { ReadingInput } from './messages.ts'

/** A person feels a key whose reading takes longer. */
const FELT_MS = 6
/** One key may be slow by chance; so many in a row are not. */
const IN_A_ROW = 3
/** How many keys are left to the worker then. */
const LEFT = 50

/** Undefined where the worker's answer is to be waited for. */
export type DiagnoseHere = (input: ReadingInput) => readonly Diagnostic[] | undefined

/** `now` is a clock of milliseconds. */
export function createDiagnoseHere(now: () => number): DiagnoseHere {
  const trees = new TreeCache('neuro-san')
  let [felt, left] = [0, 0]
  return (input) => {
    if (left > 0) {
      left -= 1
      return undefined
    }
    const began = now()
    const { diagnostics } = readNetwork(input, trees.parse)
    felt = now() - began > FELT_MS ? felt + 1 : 0
    if (felt === IN_A_ROW) [felt, left] = [0, LEFT]
    return diagnostics
  }
}
