import { err, ok, type Result, type RunId, type Sha256 } from '@slyglass/base'
import type { ClientFailure } from '@slyglass/protocol'
import type { RequestRecord } from '@slyglass/run-log'
import { useEffect, useState } from 'react'
import { client } from '../public/client.ts'

/** The exact body of a request while it is read, when it is there, or why it is not. */
export type RequestText =
  | { readonly state: 'reading' }
  | { readonly state: 'ready'; readonly text: string }
  | { readonly state: 'failed'; readonly failure: ClientFailure }

const KEPT = 400
const chunks = new Map<Sha256, Promise<Result<string, ClientFailure>>>()

/** Stored text by content. Content never changes, so it is asked for once; a failed answer is asked for again. */
export async function readChunk(run: RunId, sha: Sha256): Promise<Result<string, ClientFailure>> {
  const known = chunks.get(sha)
  if (known !== undefined) return known
  const asked = client.chunk(run, sha)
  chunks.set(sha, asked)
  if (chunks.size > KEPT) for (const oldest of [...chunks.keys()].slice(0, chunks.size - KEPT)) chunks.delete(oldest)
  const reply = await asked
  if (!reply.ok) chunks.delete(sha)
  return reply
}

/** The parts of a request joined: the bytes that left, private values masked where any were found. */
export async function readRequest(run: RunId, request: RequestRecord): Promise<Result<string, ClientFailure>> {
  const parts = await Promise.all(request.parts.map((sha) => readChunk(run, sha)))
  const failed = parts.find((part) => !part.ok)
  if (failed !== undefined && !failed.ok) return err(failed.error)
  return ok(parts.map((part) => (part.ok ? part.value : '')).join(''))
}

/** Reads a request when it comes into view. */
export function useRequestText(run: RunId, request: RequestRecord | undefined): RequestText {
  const [text, setText] = useState<RequestText>({ state: 'reading' })
  useEffect(() => {
    if (request === undefined) return
    let live = true
    setText({ state: 'reading' })
    void readRequest(run, request).then((reply) => {
      if (live) setText(reply.ok ? { state: 'ready', text: reply.value } : { state: 'failed', failure: reply.error })
    })
    return () => {
      live = false
    }
  }, [run, request])
  return text
}
