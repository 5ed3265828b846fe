import { type SessionId, sessionId } from '@slyglass/base'
import { putSlySchema, type RevealReply, revealSchema, type VaultReply } from '@slyglass/protocol'
import type { Hono } from 'hono'
import { hasOpenRun } from '../../runs/start-run.ts'
import { readSlyValues } from '../../sessions/sessions.ts'
import { readBody } from '../read-body.ts'
import { refusal, refuse } from '../refuse.ts'
import type { Studio } from '../studio.ts'

export function addSessionRoutes(app: Hono, studio: Studio): void {
  const vaultReply = async (session: SessionId): Promise<VaultReply> => {
    const vault = await studio.sessions.vault(session)
    return { session, keys: vault.refs() }
  }

  app.get('/api/sessions/:session/sly', async (context) => {
    const session = sessionId(context.req.param('session'))
    return (await studio.runs.knowsSession(session)) ? context.json(await vaultReply(session)) : unknownSession(context)
  })

  app.put('/api/sessions/:session/sly', async (context) => {
    const body = await readBody(context, putSlySchema)
    if (!body.ok) return refuse(context, body.error)
    const session = sessionId(context.req.param('session'))
    if (!(await studio.runs.knowsSession(session))) return unknownSession(context)
    const values = readSlyValues(body.value.json)
    if (!values.ok) return refuse(context, values.error)
    // What a run works with is told in its log, so the board changes only between runs.
    if (await hasOpenRun(studio.store, session)) return runOpen(context)
    const vault = await studio.sessions.vault(session)
    const { removed } = vault.replace(values.value)
    if (values.value.size === 0) await studio.sessions.forget(session, true)
    else await studio.sessions.keep(session, removed.length > 0)
    return context.json(await vaultReply(session))
  })

  app.delete('/api/sessions/:session/sly', async (context) => {
    const session = sessionId(context.req.param('session'))
    if (!(await studio.runs.knowsSession(session))) return unknownSession(context)
    if (await hasOpenRun(studio.store, session)) return runOpen(context)
    await studio.sessions.forget(session, true)
    return context.json(await vaultReply(session))
  })

  app.post('/api/sessions/:session/sly/reveal', async (context) => {
    const body = await readBody(context, revealSchema)
    if (!body.ok) return refuse(context, body.error)
    const session = sessionId(context.req.param('session'))
    if (!(await studio.runs.knowsSession(session))) return unknownSession(context)
    const { key, fingerprint } = body.value
    const vault = await studio.sessions.vault(session)
    const json = fingerprint === undefined ? vault.values().get(key) : vault.find(key, fingerprint)
    if (json === undefined) return refusal(context, 404, 'sly-key', 'The vault holds no such value under this key.')
    const reply: RevealReply = { key, json, ...(fingerprint === undefined ? {} : { fingerprint }) }
    return context.json(reply)
  })
}

function runOpen(context: Parameters<typeof refusal>[0]): Response {
  return refusal(context, 409, 'run-open', 'A run of this session is still going on.', 'Wait for it, or stop it.')
}

function unknownSession(context: Parameters<typeof refusal>[0]): Response {
  return refusal(context, 404, 'session', 'There is no such session.', 'Send a message: that starts one.')
}
