import { type RunId, runId, sessionId, sha256 } from '@slyglass/base'
import {
  type ApproveBody,
  type RunReply,
  runCommandSchema,
  type StartedReply,
  startRunSchema,
} from '@slyglass/protocol'
import type { RunRow } from '@slyglass/runtime'
import type { Context, Hono } from 'hono'
import { checkApproval } from '../../runs/check-approval.ts'
import { createModelReads } from '../../runs/model-reads.ts'
import { readPages } from '../../runs/read-pages.ts'
import { readBody } from '../read-body.ts'
import { refusal, refuse } from '../refuse.ts'
import type { Studio } from '../studio.ts'
import { ndjson } from './ndjson.ts'

const LIST_LIMIT = 500

export function addRunRoutes(app: Hono, studio: Studio): void {
  const { runs, store } = studio

  const modelReads = createModelReads(store)

  app.get('/api/runs', async (context) => context.json((await listed(store, context)).map(toReply)))

  app.get('/api/model-reads', async (context) => context.json(await modelReads.of(await listed(store, context))))

  app.post('/api/runs', async (context) => {
    const body = await readBody(context, startRunSchema)
    if (!body.ok) return refuse(context, body.error)
    const started = await runs.start(body.value)
    if (!started.ok) return refuse(context, started.error)
    const reply: StartedReply = started.value
    return context.json(reply, 202)
  })

  app.get('/api/runs/:run', async (context) => {
    const row = await runs.find(runId(context.req.param('run')))
    return row === undefined ? unknownRun(context) : context.json(toReply(row))
  })

  app.get('/api/runs/:run/events', async (context) => {
    const row = await runs.find(runId(context.req.param('run')))
    if (row === undefined) return unknownRun(context)
    const after = Number(context.req.query('after') ?? -1)
    if (!Number.isInteger(after) || after < -1) return refusal(context, 400, 'after', '"after" is no event number.')
    return ndjson(context, studio, (write, signal) => writeRecorded(studio, row.run, after, write, signal))
  })

  app.get('/api/runs/:run/chunks/:sha', async (context) => {
    const row = await runs.find(runId(context.req.param('run')))
    const text = row === undefined ? undefined : await store.chunk(sha256(context.req.param('sha')))
    if (text !== undefined) return context.text(text, 200, { 'content-type': 'text/plain; charset=utf-8' })
    return refusal(context, 404, 'chunk', 'There is no such text in the run.')
  })

  app.post('/api/runs/:run/commands', async (context) => {
    const body = await readBody(context, runCommandSchema)
    if (!body.ok) return refuse(context, body.error)
    const row = await runs.find(runId(context.req.param('run')))
    if (row === undefined) return unknownRun(context)
    if (body.value.kind === 'approve') return decide(context, store, row, body.value)
    // A command that was sent twice is as good as sent once.
    await store.send(row.run, body.value)
    return context.json({ accepted: true }, 202)
  })
}

/** The newest runs that the address asks for. */
function listed(store: Studio['store'], context: Context): Promise<readonly RunRow[]> {
  const { project, network, session } = context.req.query()
  return store.list({
    limit: LIST_LIMIT,
    ...(project === undefined ? {} : { project }),
    ...(network === undefined ? {} : { network }),
    ...(session === undefined ? {} : { session: sessionId(session) }),
  })
}

/** A person's decision about a call: refused when it comes too late, twice, or about something else. */
async function decide(context: Context, store: Studio['store'], row: RunRow, body: ApproveBody): Promise<Response> {
  const checked = await checkApproval(store, row, body)
  if ('status' in checked) return refuse(context, checked)
  const sent = await store.send(row.run, checked)
  if (sent === 'duplicate') return refusal(context, 409, 'already-answered', 'This call was already decided.')
  return context.json({ accepted: true }, 202)
}

/** Every event that is recorded now, one a line. Events still to come are the tails stream's business. */
async function writeRecorded(
  studio: Studio,
  run: RunId,
  after: number,
  write: (line: unknown) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  for await (const events of readPages(studio.store, run, after)) {
    if (signal.aborted) return
    for (const event of events) await write(event)
  }
}

function toReply(row: RunRow): RunReply {
  return row
}

function unknownRun(context: Context): Response {
  return refusal(context, 404, 'run', 'There is no such run.')
}
