// What every run of a project's network is started with, whoever asks for it.
import { isJsonObject, jsonAt } from '@slyglass/base'
import { type Network, offlineScriptFile } from '@slyglass/network'
import type { RunRequest } from '@slyglass/runtime'
import type { ModelChoice } from '../settings/model-settings.ts'
import type { ProjectFiles } from '../workspace/files.ts'
import type { ProjectNetworks, ReadNetwork } from '../workspace/networks.ts'
import type { Environment } from '../workspace/project-env.ts'
import type { Project } from '../workspace/projects.ts'
import { toolSources } from '../workspace/tool-paths.ts'
import type { OfflineScriptFile } from './script-file.ts'

/** What composing a run asks of. */
export interface RunParts {
  readonly files: ProjectFiles
  readonly networks: Pick<ProjectNetworks, 'env' | 'manifest' | 'read'>
  readonly model: ModelChoice
  /** Variables that say where tools lie: the shell's, then the trusted project's. */
  toolEnv(project: Project): Promise<Environment>
}

/** A network of a project, as read just now. */
export interface FoundNetwork extends ReadNetwork {
  readonly project: Project
}

type Composed = Pick<RunRequest, 'project' | 'network' | 'file' | 'documents' | 'env' | 'sources' | 'provider'>

/** Everything of a run's request that follows from its network. */
export async function composeRun(parts: RunParts, found: FoundNetwork): Promise<Composed> {
  const { project, network, documents } = found
  const env = await parts.networks.env(project)
  const provider = await parts.model.provider(project, modelName(network), () =>
    readScript(parts, project, network.file),
  )
  return {
    project: project.id,
    network: network.name,
    file: network.file,
    documents,
    env,
    sources: toolSources(project.root, network.name, await parts.toolEnv(project)),
    provider,
  }
}

/** The offline model's script lies beside the network's file. */
export async function readScript(
  { files }: Pick<RunParts, 'files'>,
  project: Project,
  file: string,
): Promise<OfflineScriptFile | undefined> {
  const scriptFile = offlineScriptFile(file)
  const script = await files.read(project.root, scriptFile)
  return script.ok ? { script: script.value.text, scriptFile } : undefined
}

function modelName(network: Network): string | undefined {
  const config = isJsonObject(network.llmConfig) ? network.llmConfig : undefined
  const name = jsonAt(config, 'model_name')
  return typeof name === 'string' ? name : undefined
}
