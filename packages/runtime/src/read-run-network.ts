import { type Network, readNetwork } from '@slyglass/network'
import type { RunRequest } from './ports.ts'

/** The network as the run's frozen documents say it. */
export function readRunNetwork(request: RunRequest): Network {
  const { network, file, documents, env } = request
  const texts = Object.fromEntries(documents.map(({ path, text }) => [path, text]))
  return readNetwork({ network, file, texts, env })
}
