// Runs of the list whose logs this page has not read, and in which a private value went to a model.
import type { RunId } from '@slyglass/base'
import type { ModelReadReply } from '@slyglass/protocol'
import { useEffect, useState } from 'react'
import { client } from '../../app/public/client.ts'
import { useRuns } from '../../app/public/runs.ts'
import { useStudio } from '../../app/public/studio.ts'

const NONE: ReadonlyMap<RunId, ModelReadReply> = new Map()

/** Asked when the list is shown, and again when one more run has ended. */
export function useRecordedReads(): ReadonlyMap<RunId, ModelReadReply> {
  const project = useStudio((state) => state.project?.id)
  const network = useStudio((state) => state.networkName)
  const ended = useRuns(({ list }) => list.runs.filter(({ status }) => status === 'finished').length)
  const [reads, setReads] = useState(NONE)
  useEffect(() => {
    if (project === undefined || network === undefined || ended === 0) return setReads(NONE)
    let isWanted = true
    void client.modelReads({ project, network }).then((reply) => {
      if (isWanted && reply.ok) setReads(new Map(reply.value.map((read) => [read.run, read])))
    })
    return () => {
      isWanted = false
    }
  }, [project, network, ended])
  return reads
}
