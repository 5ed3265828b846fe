// What a new network begins with: one agent, which answers with whatever model the project or Settings choose.
import type { ProjectFiles } from '../workspace/files.ts'

/** Where `slyglass init` puts the model of all networks of a project. */
const SHARED_MODEL = 'config/llm_config.hocon'

/** The text of a new network; it shares the model of the others where the project has a place for that. */
export async function firstNetwork(files: Pick<ProjectFiles, 'read'>, root: string): Promise<string> {
  const shared = await files.read(root, SHARED_MODEL)
  return `{
${shared.ok ? `  include "${SHARED_MODEL}"\n\n` : ''}  tools = [
    # The first entry talks to the client.
    {
      name = Assistant
      function { description = "Answers questions." }
      instructions = """
You answer questions in a few sentences.
"""
      # Names of tools and agents that it may call.
      tools = []
    }
  ]
}
`
}
