// What follows from a run's documents alone. Runs of an unchanged network share them, so it is read once.
import type { JsonObject } from '@slyglass/base'
import type { Network } from '@slyglass/network'
import { readToolbox } from '@slyglass/tools'
import type { ModelInfo } from './llm/model-info.ts'
import { networkKeys } from './llm/network-keys.ts'
import type { RunRequest } from './ports.ts'
import { readModelInfo, readRunNetwork } from './read-run-network.ts'
import { publicText } from './sly-searches.ts'

export interface NetworkInputs {
  readonly network: Network
  readonly modelInfo: ModelInfo
  readonly toolbox: JsonObject
  /** What models are meant to read. */
  readonly readable: string
  /** Keys of models that its text holds. */
  readonly keys: readonly string[]
}

const read = new WeakMap<RunRequest['documents'], { readonly from: string; readonly inputs: NetworkInputs }>()

export function networkInputs(request: RunRequest): NetworkInputs {
  const { network: name, file, env, documents } = request
  const from = JSON.stringify([name, file, env])
  const known = read.get(documents)
  if (known?.from === from) return known.inputs
  const network = readRunNetwork(request)
  const inputs = {
    network,
    modelInfo: readModelInfo(request, network),
    toolbox: readToolbox(request, network),
    readable: publicText(request, network),
    keys: networkKeys(network),
  }
  read.set(documents, { from, inputs })
  return inputs
}
