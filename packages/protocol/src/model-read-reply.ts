import type { RunId } from '@slyglass/base'

/** One line of `GET /api/model-reads?project=&network=`: a run that is over and gave a private value to a model. */
export interface ModelReadReply {
  readonly run: RunId
  /** The first value that was found, and in the how-manieth request; a certain finding comes before a doubtful one. */
  readonly key: string
  readonly request: number
  /** Only short or common text was found, so it may be chance. */
  readonly maybe: boolean
}
