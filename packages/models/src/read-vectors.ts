// An endpoint's answer with vectors, as a reply whose text is JSON: one vector for each text that was sent, in their order.
import type { ModelReply } from '@slyglass/runtime'
import { z } from 'zod'

const answer = z.object({
  model: z.string().nullish(),
  data: z.array(z.object({ index: z.number().int().nullish(), embedding: z.array(z.number()) })),
  usage: z.object({ prompt_tokens: z.number().nullish() }).nullish(),
})

export function readVectors(value: unknown): ModelReply {
  const { data, model, usage } = answer.parse(value)
  const ordered = data.map((one, at) => ({ at: one.index ?? at, vector: one.embedding })).sort((a, b) => a.at - b.at)
  const text = JSON.stringify({ vectors: ordered.map(({ vector }) => vector) })
  const promptTokens = usage?.prompt_tokens
  return {
    ...{ text, calls: [], finishReason: 'stop', model: model ?? '' },
    ...(typeof promptTokens === 'number' && { usage: { promptTokens, completionTokens: 0 } }),
  }
}
