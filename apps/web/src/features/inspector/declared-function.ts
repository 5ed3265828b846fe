// What models are declared of an entry: what the network writes, and where it writes nothing, what is told of its tool.
import { isJsonObject, type Json, type JsonObject, parseJson } from '@slyglass/base'
import type { Entry } from '@slyglass/network'
import type { ToolSourceReply } from '@slyglass/protocol'
import { useEffect, useState } from 'react'
import { client } from '../../app/public/client.ts'
import { useStudio } from '../../app/public/studio.ts'
import { toolSourceOf } from '../../app/public/tool-sources.ts'

/** What a tool tells of itself; `parameters` is a JSON schema in JSON text. */
export type Told = NonNullable<ToolSourceReply['tells']>

/** What the entry says goes before what its tool says. */
export function declaredFunction(
  entry: Pick<Entry, 'name' | 'description' | 'parameters'>,
  told: Told | undefined,
): JsonObject {
  const parameters = declaredParameters(entry, told)
  return new Map<string, Json>([
    ['name', entry.name],
    ['description', (entry.description || told?.description) ?? ''],
    ...(parameters === undefined ? [] : [['parameters', parameters] as const]),
  ])
}

export function declaredParameters(
  { parameters }: Pick<Entry, 'parameters'>,
  told: Told | undefined,
): JsonObject | undefined {
  if (parameters !== undefined) return parameters
  const parsed = parseJson(told?.parameters ?? 'null')
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined
}

/** What is told of the tool of an entry: by the definition in its source, or by its table in the toolbox. */
export function useTold(entry: Entry): Told | undefined {
  const project = useStudio((state) => state.project?.id)
  const preflight = useStudio((state) => state.preflight)
  const { toolbox } = entry
  const [shared, setShared] = useState<Told & { readonly tool: string }>()
  useEffect(() => {
    if (project === undefined || preflight === undefined || toolbox === undefined) return
    let isWanted = true
    void client.toolbox(project, preflight.network).then((reply) => {
      const tool = reply.ok ? reply.value.tools.find(({ name }) => name === toolbox) : undefined
      if (!isWanted || tool === undefined) return
      const { description, parameters } = tool
      setShared({
        tool: toolbox,
        ...(description !== undefined && { description }),
        ...(parameters !== undefined && { parameters }),
      })
    })
    return () => {
      isWanted = false
    }
  }, [project, preflight, toolbox])
  if (toolbox !== undefined) return shared?.tool === toolbox ? shared : undefined
  return toolSourceOf(entry, preflight?.tools ?? [])?.tells
}
