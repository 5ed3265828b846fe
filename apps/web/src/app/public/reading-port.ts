// Questions to the reader of networks, for parts of the page that come later than it.
import type { FieldSource, SourceRange } from '@slyglass/network'
import type { ReadingInput } from '../reading/messages.ts'

export interface ReadingPort {
  /** The texts of the open network as they are now. */
  input(): ReadingInput | undefined
  /** Where values of an entry are written. */
  origins(question: {
    readonly input: ReadingInput
    readonly entry: string
    readonly paths: readonly (readonly string[])[]
  }): Promise<readonly (FieldSource | undefined)[]>
  /** Which networks hold what is written at a place. */
  users(question: {
    readonly inputs: readonly ReadingInput[]
    readonly at: SourceRange
  }): Promise<{ readonly networks: readonly string[]; readonly missing: readonly string[] }>
}

let port: ReadingPort | undefined

/** The reader offers itself here. */
export function offerReading(offered: ReadingPort): void {
  port = offered
}

export function readingPort(): ReadingPort {
  if (port === undefined) throw new Error('nothing reads networks yet')
  return port
}
