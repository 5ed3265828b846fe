// A look at the next request of a session: composed as the run would compose it, and thrown away.
import { err, ok, type Result, runId, sessionId } from '@slyglass/base'
import type { AskContext, ContextReply } from '@slyglass/protocol'
import { previewRequest, type RuntimePorts } from '@slyglass/runtime'
import type { Refusal } from '../refusal.ts'
import { newId, type Sessions } from '../sessions/sessions.ts'
import { composeRequest, type RequestParts } from './compose-request.ts'
import { type FindParts, findNetwork } from './find-network.ts'

/** What a look at the next request asks of. */
export interface PreviewParts extends RequestParts, FindParts {
  readonly sessions: Sessions
  readonly ports: RuntimePorts
}

export async function previewContext(parts: PreviewParts, body: AskContext): Promise<Result<ContextReply, Refusal>> {
  const found = await findNetwork(parts, body)
  if (!found.ok) return found
  const session = body.session === undefined ? parts.sessions.create() : sessionId(body.session)
  try {
    const request = await composeRequest(parts, { run: runId(newId('run')), session }, body, found.value)
    if (!request.ok) return request
    const looked = await previewRequest(parts.ports, request.value)
    return looked.ok ? ok({ request: looked.value }) : err(noRequest(looked.error.message))
  } finally {
    if (body.session === undefined) await parts.sessions.forget(session)
  }
}

function noRequest(message: string): Refusal {
  return { status: 422, code: 'no-request', message, hint: 'Send the message: the run says what became of it.' }
}
