// What the offline model answers, before it takes the shape of an endpoint.

export const OFFLINE_MODEL = 'offline-model'

export interface OfflineReply {
  readonly content: string
  readonly calls: readonly { readonly id: string; readonly name: string; readonly args: string }[]
  readonly finish: 'stop' | 'tool_calls'
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number; readonly total_tokens: number }
}

const PIECE_LENGTH = 12
const MAX_PIECES = 60

/** Small pieces, fewer and longer ones for a long text; a character outside the BMP is never cut in two. */
export function pieces(text: string): readonly string[] {
  const letters = [...text]
  const size = Math.max(PIECE_LENGTH, Math.ceil(letters.length / MAX_PIECES))
  return Array.from({ length: Math.ceil(letters.length / size) }, (_, at) =>
    letters.slice(at * size, (at + 1) * size).join(''),
  )
}
