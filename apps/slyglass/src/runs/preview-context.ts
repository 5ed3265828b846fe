// A look at the next request of a session: composed as the run would compose it, and thrown away.
import { err, ok, type Result, runId, sessionId } from '@slyglass/base'
import type { AskContext, ContextReply } from '@slyglass/protocol'
import { previewRequest } from '@slyglass/runtime'
import type { Refusal } from '../server/refusal.ts'
import { newId } from '../sessions/sessions.ts'
import { composeRequest } from './compose-request.ts'
import { findNetwork, type RunsOptions } from './start-run.ts'

export async function previewContext(options: RunsOptions, body: AskContext): Promise<Result<ContextReply, Refusal>> {
  const found = await findNetwork(options, body)
  if (!found.ok) return found
  const session = body.session === undefined ? options.sessions.create() : sessionId(body.session)
  try {
    const request = await composeRequest(options, { run: runId(newId('run')), session }, body, found.value)
    if (!request.ok) return request
    const looked = await previewRequest(options.ports, request.value)
    return looked.ok ? ok({ request: looked.value }) : err(noRequest(looked.error.message))
  } finally {
    if (body.session === undefined) await options.sessions.forget(session)
  }
}

function noRequest(message: string): Refusal {
  return { status: 422, code: 'no-request', message, hint: 'Send the message: the run says what became of it.' }
}
