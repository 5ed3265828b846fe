// Reads networks and plans edits off the main thread. Only marks while typing are found in the page itself.
import type { EvaluateOptions } from '@slyglass/hocon'
import { readNetwork } from '@slyglass/network'
import { fetchPart } from '../../ui/fetch-part.ts'
import { isPartlyRead } from './keep-unreadable.ts'
import type { ReadingAnswer, ReadingRequest } from './messages.ts'

let parse: EvaluateOptions['parse']

addEventListener('message', (event: MessageEvent<ReadingRequest>) => {
  if (event.data.kind === 'read') read(event.data)
  else answer(event.data).then(say).catch(reportError)
})

const say = (answered: ReadingAnswer): void => postMessage(answered)

function read({ id, input }: Extract<ReadingRequest, { readonly kind: 'read' }>): void {
  const network = readNetwork(input, parse)
  say({ kind: 'diagnostics', id, diagnostics: network.diagnostics })
  say({ kind: 'read', id, reading: { network, broken: isPartlyRead(network) } })
  keepTrees().catch(reportError)
}

async function answer(request: Exclude<ReadingRequest, { readonly kind: 'read' }>): Promise<ReadingAnswer> {
  const { id } = request
  if (request.kind !== 'plan') return answerOrigins(request)
  const { input } = request
  const { planEdit } = await fetchPart(() => import('./plan-edit.ts'))
  const planned = planEdit(input, request.edit)
  return planned.ok ? { kind: 'plan', id, edits: planned.value } : { kind: 'fault', id, fault: planned.error }
}

async function answerOrigins(
  request: Extract<ReadingRequest, { readonly kind: 'origins' | 'users' }>,
): Promise<ReadingAnswer> {
  const { originsOf, usersOf } = await fetchPart(() => import('./origins.ts'))
  const { id } = request
  if (request.kind === 'users') return { kind: 'users', id, ...usersOf(request.inputs, request.at) }
  return { kind: 'origins', id, sources: originsOf(request.input, request.entry, request.paths) }
}

// Trees are of use from the second reading on: after a keystroke only what stands around it is parsed again.
async function keepTrees(): Promise<void> {
  if (parse !== undefined) return
  const { trees } = await fetchPart(() => import('./trees.ts'))
  parse = trees.parse
}
