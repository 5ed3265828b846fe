// What is too large to be answered, before anything of a chat begins.
import { type ChatRequest, sizeFault } from '@slyglass/protocol/neuro-san'
import { slySizeFault } from '@slyglass/sly'

/** In words for the client; undefined when the request can be answered. */
export function requestFault(request: Pick<ChatRequest, 'text' | 'context' | 'sly'>): string | undefined {
  const fault = sizeFault(request)
  if (fault !== undefined) return fault
  const why = slySizeFault(new Map(), request.sly)
  return why && `The values of sly_data are not taken: ${why}.`
}
