// The script of the offline model: a file beside the network's.
import type { ModelProvider } from '@slyglass/runtime'

/** What a provider gets of the offline model's script. */
export type OfflineScriptFile = Required<Pick<ModelProvider, 'script' | 'scriptFile'>>
