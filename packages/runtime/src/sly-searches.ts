import { printJson } from '@slyglass/base'
import type { Network } from '@slyglass/network'
import type { SlySearch, SlyVault } from '@slyglass/sly'
import { offeredFunction, readParameters } from '@slyglass/tools'
import type { RunRequest } from './ports.ts'

/**
 * The search for the values that are private now, built once per change of the vault; undefined while there are none.
 * `onMore` is told when it looks for more than at the call before.
 */
export function slySearches(
  vault: SlyVault,
  readable: string,
  onMore?: (search: SlySearch) => void,
): () => SlySearch | undefined {
  let built: { readonly version: number; readonly search: SlySearch | undefined } | undefined
  return () => {
    if (built?.version === vault.version) return built.search
    const before = built
    built = { version: vault.version, search: vault.isEmpty ? undefined : vault.search(readable) }
    const { search } = built
    if (before === undefined || search === undefined) return search
    if (before.search === undefined || search.addsTo(before.search)) onMore?.(search)
    return search
  }
}

/** Names of the headers that become request metadata, unless the server is told others: the original's. */
const METADATA = 'request_id user_id'

/** What models are meant to read: the documents, and the functions made from them. Names of settings are no secret either. */
export function publicText(request: RunRequest, network: Network): string {
  const functions = network.entries.map((entry) =>
    printJson(
      offeredFunction(
        { name: entry.name, description: entry.description ?? '', parameters: readParameters(entry.parameters) },
        false,
      ),
    ),
  )
  const metadata = request.env.AGENT_FORWARDED_REQUEST_METADATA ?? METADATA
  return [...request.documents.map((document) => document.text), ...functions, metadata].join('\n')
}
