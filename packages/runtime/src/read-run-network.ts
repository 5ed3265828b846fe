import type { Network } from '@slyglass/network'
import type { RunRequest, RuntimePorts } from './ports.ts'

/** The network as the run's frozen documents say it. */
export function readRunNetwork(ports: RuntimePorts, request: RunRequest): Network {
  if (ports.readNetwork === undefined) throw new Error('no reader of networks')
  return ports.readNetwork(request)
}
