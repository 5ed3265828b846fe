import type { SessionId } from '@slyglass/base'
import type { ClientFailure, TapeReply, WriteTape } from '@slyglass/protocol'
import { useCallback, useEffect, useRef, useState } from 'react'
import { client } from '../../../app/public/client.ts'
import { refreshRuns } from '../../../app/public/runs.ts'
import { useStudio } from '../../../app/public/studio.ts'

/** What is to be written, without whose tape it is. */
export type TapeWriting =
  | { readonly kind: 'handoff'; readonly name?: string; readonly summary: string }
  | { readonly kind: 'reset' }

export interface TapeState {
  readonly tape?: TapeReply
  readonly failure?: ClientFailure
  readonly busy: boolean
  /** True when it was written. */
  write(writing: TapeWriting): Promise<boolean>
}

/** The tape of a session, read again when something was written on it. */
export function useTape(session: SessionId | undefined, search: string): TapeState {
  const project = useStudio((state) => state.project?.id)
  const network = useStudio((state) => state.networkName)
  const [tape, setTape] = useState<TapeReply>()
  const [failure, setFailure] = useState<ClientFailure>()
  const [busy, setBusy] = useState(false)
  const last = useRef(0)
  const read = useCallback(async () => {
    if (session === undefined || project === undefined || network === undefined) return
    last.current += 1
    const number = last.current
    const reply = await client.tape(session, { project, network, search })
    // Each letter of a search asks; an answer that comes late is not what is looked for any more.
    if (number !== last.current) return
    if (reply.ok) setTape(reply.value)
    setFailure(reply.ok ? undefined : reply.error)
  }, [session, project, network, search])
  useEffect(() => void read(), [read])
  const write = async (writing: TapeWriting) => {
    if (session === undefined || project === undefined || network === undefined) return false
    setBusy(true)
    const reply = await client.writeTape(session, { ...writing, project, network } as WriteTape)
    if (reply.ok) {
      await ended(reply.value.run)
      await Promise.all([read(), refreshRuns()])
    } else setFailure(reply.error)
    setBusy(false)
    return reply.ok
  }
  return { ...(tape !== undefined && { tape }), ...(failure !== undefined && { failure }), busy, write }
}

/** A run that only writes on the tape ends at once; its line counts from then on. */
async function ended(run: Parameters<typeof client.run>[0]): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    const reply = await client.run(run)
    if (!reply.ok || reply.value.status === 'finished') return
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
}
