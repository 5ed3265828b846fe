import { client } from '../public/client.ts'
import { useStudio } from '../public/studio.ts'
import { useWorkspace } from '../public/workspace.ts'
import { farNetwork } from './far-network.ts'

/** Asks a running server who is in a network of it. What it does not tell leaves the graph empty; a chat may go on all the same. */
export async function openFarNetwork(name: string): Promise<void> {
  const { project } = useStudio.getState()
  if (project === undefined) return
  useWorkspace.setState({ faults: new Map() })
  const reply = await client.connectivity(project.id, name)
  const now = useStudio.getState()
  if (now.project?.id !== project.id || now.networkName !== name) return
  if (reply.ok) now.set({ network: farNetwork(reply.value) })
  else
    useWorkspace.setState({
      faults: new Map([['', [reply.error.message, reply.error.hint].filter(Boolean).join(' ')]]),
    })
}
