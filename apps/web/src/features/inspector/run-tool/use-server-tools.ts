// What an MCP server has, asked of it before any run.
import { isJsonObject, type JsonObject, parseJson } from '@slyglass/base'
import { useState } from 'react'
import { client } from '../../../app/public/client.ts'
import { useStudio } from '../../../app/public/studio.ts'

interface ServerTool {
  readonly name: string
  readonly description: string
  readonly schema?: JsonObject
}

export interface ServerTools {
  /** Undefined until it was asked and answered. */
  readonly listed?: readonly ServerTool[]
  /** Why it could not be asked. */
  readonly problem?: string
  readonly isAsking: boolean
  ask(): void
}

export function useServerTools(server: string): ServerTools {
  const [told, setTold] = useState<Pick<ServerTools, 'listed' | 'problem'> & { readonly server: string }>()
  const [isAsking, setAsking] = useState(false)
  const ask = async () => {
    setAsking(true)
    setTold({ server, ...(await askServer(server)) })
    setAsking(false)
  }
  const known = told?.server === server ? told : {}
  return { ...known, isAsking, ask: () => void ask() }
}

async function askServer(server: string): Promise<Pick<ServerTools, 'listed' | 'problem'>> {
  const { project, networkName } = useStudio.getState()
  if (project === undefined || networkName === undefined) return {}
  const reply = await client.mcpTools(project.id, networkName)
  if (!reply.ok) return { problem: reply.error.message }
  const own = reply.value.servers.filter((one) => one.server === server)
  const problem = own.find((one) => one.problem !== undefined)?.problem
  const tools = new Map(own.flatMap((one) => one.tools).map((tool) => [tool.name, tool]))
  if (tools.size === 0) return { problem: problem ?? 'The server has no tools for the agents of this network.' }
  return {
    listed: [...tools.values()].map(({ name, description, schema }) => {
      const parsed = parseJson(schema)
      const parameters = parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined
      return { name: safe(name), description, ...(parameters !== undefined && { schema: parameters }) }
    }),
  }
}

/** As models call it. */
const safe = (name: string): string => name.replace(/[^a-zA-Z0-9_-]/g, '_')
