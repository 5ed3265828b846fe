import type { ProjectId } from '@slyglass/base'
import type { RunReply } from '@slyglass/protocol'
import { useEffect, useState } from 'react'
import { client } from '../../app/public/client.ts'
import { useRuns } from '../../app/public/runs.ts'
import { lastRuns } from './last-runs.ts'

/** The newest run of each network of a project; undefined until the server told. */
export function useLastRuns(project: ProjectId): ReadonlyMap<string, RunReply> | undefined {
  const [last, setLast] = useState<ReadonlyMap<string, RunReply>>()
  const list = useRuns((state) => state.list.runs)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a run of the open network that begins or ends changes its list
  useEffect(() => {
    let gone = false
    const read = async () => {
      const reply = await client.runs({ project })
      if (!gone && reply.ok) setLast(lastRuns(reply.value))
    }
    void read()
    return () => {
      gone = true
    }
  }, [project, list])
  return last
}
