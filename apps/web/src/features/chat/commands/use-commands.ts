// What may be typed behind the prefix of the open network: asked once for each reading of it.
import type { CommandsReply } from '@slyglass/protocol'
import { useEffect, useState } from 'react'
import { client } from '../../../app/public/client.ts'
import { type Preflight, useStudio } from '../../../app/public/studio.ts'

/** With `lent` as the prefix where the network has none. */
export function useCommands(lent: string | undefined): CommandsReply | undefined {
  const project = useStudio((state) => state.project?.id)
  const preflight = useStudio((state) => state.preflight)
  const [known, setKnown] = useState<{
    readonly of: Preflight
    readonly lent: string | undefined
    readonly reply: CommandsReply
  }>()
  useEffect(() => {
    if (project === undefined || preflight === undefined) return
    let isLate = false
    client.commands(project, preflight.network, lent).then((reply) => {
      if (reply.ok && !isLate) setKnown({ of: preflight, lent, reply: reply.value })
    })
    return () => {
      isLate = true
    }
  }, [project, preflight, lent])
  const holds = known?.of.network === preflight?.network && known?.lent === lent
  return holds ? known?.reply : undefined
}
