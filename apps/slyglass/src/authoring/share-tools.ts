// A tool out of a network into one file, and out of such a file into a network, for the page. Texts only; nothing of it is run.
import { err, ok, type Result } from '@slyglass/base'
import type { ImportTool, NewToolReply, SharedToolReply } from '@slyglass/protocol'
import { type Refusal, refused } from '../refusal.ts'
import { missingNetwork } from '../workspace/missing-network.ts'
import { createProjectNetworks } from '../workspace/project-networks.ts'
import type { Project } from '../workspace/projects.ts'
import type { Trust } from '../workspace/trust.ts'
import { alreadyThere } from './already-there.ts'
import { exportTool } from './export-tool.ts'
import { planImport } from './import-tool.ts'
import type { MakingParts } from './new-tool.ts'
import { printSharedTool, readSharedTool } from './shared-tool.ts'

export interface ToolSharing {
  shareTool(project: Project, network: string, tool: string): Promise<Result<SharedToolReply, Refusal>>
  /** The folder is not trusted afterwards: what came in is somebody else's code. */
  takeTool(project: Project, asked: ImportTool): Promise<Result<NewToolReply, Refusal>>
}

export function createToolSharing(parts: MakingParts & { readonly trust: Trust }): ToolSharing {
  const { files, trust, toolEnv } = parts
  // Values of variables are not read, so that none of them gets into a file that is handed on.
  const bare = createProjectNetworks({ files, trust: { ...trust, isTrusted: async () => false }, shell: {} })
  return {
    async shareTool(project, network, tool) {
      const read = await bare.read(project, network)
      if (read === undefined) return err(await missingNetwork(parts.networks, project, network))
      const exported = await exportTool(project, read, tool, await toolEnv(project))
      if (!exported.ok) return err(refused(422, 'tool-export', exported.error))
      const { leftOut } = exported.value
      return ok({ file: `${tool}.tool.json`, text: printSharedTool(exported.value.tool), leftOut })
    },
    async takeTool(project, { network, text, agent, name, overwrite }) {
      const read = await parts.networks.read(project, network)
      if (read === undefined) return err(await missingNetwork(parts.networks, project, network))
      const tool = readSharedTool(text)
      if (!tool.ok) return err(refused(422, 'tool-file', `The file cannot be imported: ${tool.error}.`))
      const place = { read, ...(agent !== undefined && { agent }), ...(name !== undefined && { name }) }
      const planned = await planImport(parts, project, tool.value, place)
      if (!planned.ok) return planned
      const { present } = planned.value
      if (present.length > 0 && overwrite !== true) return err(alreadyThere(present))
      await trust.set(project.root, false)
      return planned.value.write()
    },
  }
}
