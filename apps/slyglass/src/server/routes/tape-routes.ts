import { type SessionId, sessionId } from '@slyglass/base'
import {
  askContextSchema,
  type TapeLineReply,
  type TapeReply,
  type WriteTape,
  writeTapeSchema,
} from '@slyglass/protocol'
import { infoOf, searchTape, selectEntries, type TapeEntry, type TapeNote, tapeOf, textOf } from '@slyglass/run-log'
import type { Hono } from 'hono'
import { readPast } from '../../runs/read-past.ts'
import { tapeRules } from '../../runs/told-past.ts'
import { missingNetwork } from '../../workspace/missing-network.ts'
import { readBody } from '../read-body.ts'
import { refusal, refuse } from '../refuse.ts'
import type { Studio } from '../studio.ts'
import { unknownProject } from './project-routes.ts'

/** A session's tape: looking at it, handing off, beginning anew; and a look at what the next request would hold. */
export function addTapeRoutes(app: Hono, studio: Studio): void {
  app.post('/api/context', async (context) => {
    const body = await readBody(context, askContextSchema)
    if (!body.ok) return refuse(context, body.error)
    const session = body.value.session
    if (session !== undefined && !(await studio.runs.knowsSession(sessionId(session)))) return unknownSession(context)
    const reply = await studio.runs.preview(body.value)
    return reply.ok ? context.json(reply.value) : refuse(context, reply.error)
  })

  app.get('/api/sessions/:session/tape', async (context) => {
    const session = sessionId(context.req.param('session'))
    if (!(await studio.runs.knowsSession(session))) return unknownSession(context)
    const { project: id = '', network: name = '', search } = context.req.query()
    const project = await studio.projects.find(id)
    if (project === undefined) return unknownProject(context)
    const read = await studio.networks.read(project, name)
    if (read === undefined) return refuse(context, await missingNetwork(studio.networks, project, name))
    return context.json(await readTape(studio, session, { ...read, search }))
  })

  app.post('/api/sessions/:session/tape', async (context) => {
    const body = await readBody(context, writeTapeSchema)
    if (!body.ok) return refuse(context, body.error)
    const session = sessionId(context.req.param('session'))
    const { project, network } = body.value
    const { anchors } = infoOf(tapeOf((await readPast(studio.store, session, network)).logs))
    const tape = noteOf(body.value, anchors)
    const message = tape.kind === 'anchor' ? `Handed off: ${tape.name}` : 'The tape begins anew'
    const started = await studio.runs.start({ project, network, session, message }, tape)
    return started.ok ? context.json(started.value, 202) : refuse(context, started.error)
  })
}

/** A handoff without a name is numbered. */
function noteOf(body: WriteTape, anchors: number): TapeNote {
  if (body.kind === 'reset') return { kind: 'reset', name: 'reset' }
  return { kind: 'anchor', name: body.name ?? `handoff-${anchors}`, state: JSON.stringify({ summary: body.summary }) }
}

async function readTape(
  { store }: Studio,
  session: SessionId,
  { network, search }: { readonly network: Parameters<typeof tapeRules>[0]; readonly search: string | undefined },
): Promise<TapeReply> {
  const { tape: rules } = tapeRules(network)
  const tape = tapeOf((await readPast(store, session, network.name)).logs)
  const chosen = selectEntries(tape, rules)
  const told = new Set(chosen.ok ? chosen.value.map(({ id }) => id) : [])
  const lines = search === undefined || search === '' ? tape : searchTape(tape, { text: search, kinds: KINDS })
  return {
    ...infoOf(tape),
    context: rules.context,
    ...(rules.selector !== undefined && { selector: rules.selector }),
    lines: lines.map((entry) => lineOf(entry, told.has(entry.id))),
  }
}

const KINDS = ['message', 'tool_call', 'tool_result', 'anchor', 'event'] as const

function lineOf(entry: TapeEntry, chosen: boolean): TapeLineReply {
  const { id, kind, at, run } = entry
  return {
    ...{ id, kind, at, text: textOf(entry), told: chosen && kind !== 'event' },
    ...('name' in entry && { name: entry.name }),
    ...('role' in entry && { role: entry.role }),
    ...(run !== undefined && { run }),
  }
}

function unknownSession(context: Parameters<typeof refusal>[0]): Response {
  return refusal(context, 404, 'session', 'There is no such session.', 'Send a message: that starts one.')
}
