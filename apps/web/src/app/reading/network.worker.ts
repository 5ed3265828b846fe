// Reads networks and plans edits off the main thread. All parsing of HOCON in the page happens here.
import { readNetwork } from '@slyglass/network'
import { isPartlyRead } from './keep-unreadable.ts'
import type { Reading, ReadingAnswer, ReadingInput, ReadingRequest } from './messages.ts'

addEventListener('message', (event: MessageEvent<ReadingRequest>) => {
  answer(event.data).then((answered) => postMessage(answered), reportError)
})

async function answer(request: ReadingRequest): Promise<ReadingAnswer> {
  const { id, input } = request
  if (request.kind === 'read') return { kind: 'read', id, reading: read(input) }
  const { planEdit } = await import('./plan-edit.ts')
  const planned = planEdit(input, request.edit)
  return planned.ok ? { kind: 'plan', id, edits: planned.value } : { kind: 'fault', id, fault: planned.error }
}

function read(input: ReadingInput): Reading {
  const network = readNetwork(input)
  return { network, broken: isPartlyRead(network) }
}
