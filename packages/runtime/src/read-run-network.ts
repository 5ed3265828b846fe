import { infoFile, type Network, readInfo, readNetwork } from '@slyglass/network'
import { ModelInfo } from './llm/model-info.ts'
import type { RunRequest } from './ports.ts'

/** The network as the run's frozen documents say it. */
export function readRunNetwork(request: RunRequest): Network {
  const { network, file, env } = request
  return readNetwork({ network, file, texts: textsOf(request), env })
}

/** What is known about models. A file of the network's own that cannot be read is as good as none; loading tells of it. */
export function readModelInfo(request: RunRequest, network: Network): ModelInfo {
  const file = infoFile(network.json, 'llm', request.env)
  const own = file === undefined ? undefined : readInfo(file, textsOf(request), request.env)
  return new ModelInfo(own?.ok === true ? own.value : undefined)
}

export function textsOf({ documents }: Pick<RunRequest, 'documents'>): Readonly<Record<string, string>> {
  return Object.fromEntries(documents.map(({ path, text }) => [path, text]))
}
