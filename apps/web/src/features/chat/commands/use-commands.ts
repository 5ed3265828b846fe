// What may be typed behind the prefix of the open network: asked once for each reading of it.
import type { CommandsReply } from '@slyglass/protocol'
import { useEffect, useState } from 'react'
import { client } from '../../../app/public/client.ts'
import { type Preflight, useStudio } from '../../../app/public/studio.ts'

export function useCommands(): CommandsReply | undefined {
  const project = useStudio((state) => state.project?.id)
  const preflight = useStudio((state) => state.preflight)
  const [known, setKnown] = useState<{ readonly of: Preflight; readonly reply: CommandsReply }>()
  useEffect(() => {
    if (project === undefined || preflight === undefined) return
    let isLate = false
    client.commands(project, preflight.network).then((reply) => {
      if (reply.ok && !isLate) setKnown({ of: preflight, reply: reply.value })
    })
    return () => {
      isLate = true
    }
  }, [project, preflight])
  return known !== undefined && known.of.network === preflight?.network ? known.reply : undefined
}
