// What the rules of the saved network say of each tool of each agent: asked once for each reading, whoever shows it.
import type { PermissionReply } from '@slyglass/protocol'
import { useEffect } from 'react'
import { create } from 'zustand'
import { client } from '../../../app/public/client.ts'
import { sentenceOf } from '../../../app/public/files.ts'
import { type Preflight, useStudio } from '../../../app/public/studio.ts'

interface Permissions {
  /** The reading that it belongs to: a save brings a new one. */
  readonly of?: Preflight
  readonly rows: readonly PermissionReply[]
  readonly fault?: string
}

const usePolicy = create<Permissions>(() => ({ rows: [] }))

export function usePermissions(): Pick<Permissions, 'rows' | 'fault'> {
  const project = useStudio((state) => state.project?.id)
  const preflight = useStudio((state) => state.preflight)
  useEffect(() => {
    const known = usePolicy.getState()
    if (project === undefined || preflight === undefined || known.of === preflight) return
    const rows = known.of?.network === preflight.network ? known.rows : []
    usePolicy.setState({ of: preflight, rows })
    client.permissions(project, preflight.network).then((reply) => {
      if (usePolicy.getState().of !== preflight) return
      usePolicy.setState(
        reply.ok
          ? { of: preflight, rows: reply.value.rows }
          : { of: preflight, rows: [], fault: sentenceOf(reply.error) },
        true,
      )
    })
  }, [project, preflight])
  const { of, rows, fault } = usePolicy()
  if (of !== undefined && of.network !== preflight?.network) return { rows: [] }
  return { rows, ...(fault !== undefined && { fault }) }
}
