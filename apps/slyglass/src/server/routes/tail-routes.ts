import { type RunId, runId } from '@slyglass/base'
import { type TailLine, tailsSchema } from '@slyglass/protocol'
import type { Hono } from 'hono'
import { readBody } from '../read-body.ts'
import { refuse } from '../refuse.ts'
import type { Studio } from '../studio.ts'
import { ndjson } from './ndjson.ts'
import { unknownProject } from './project-routes.ts'

type WriteLine = (line: TailLine) => Promise<void>

const ALIVE: TailLine = { kind: 'alive' }

/** One stream for all that a tab watches: runs, each from its own number, and the project's files. */
export function addTailRoutes(app: Hono, studio: Studio): void {
  app.post('/api/tails', async (context) => {
    const body = await readBody(context, tailsSchema)
    if (!body.ok) return refuse(context, body.error)
    const { watch, project: id, network, since } = body.value
    const project = id === undefined ? undefined : await studio.projects.find(id)
    if (id !== undefined && project === undefined && studio.servers.find(id) === undefined)
      return unknownProject(context)
    return ndjson(
      context,
      studio,
      async (write, signal) => {
        await write(ALIVE)
        const tails = watch.map(({ run, after }) => writeTail(studio, runId(run), after, write, signal))
        const files = project === undefined ? [] : [writeFileChanges(studio, project, write, signal)]
        const rows =
          id === undefined || network === undefined
            ? []
            : [writeRows(studio, { project: id, network, since }, write, signal)]
        const all = [...tails, ...files, ...rows]
        // A tab that watches nothing yet keeps its stream: that is how it knows that the studio is there.
        await Promise.all(all.length === 0 ? [aborted(signal)] : all)
      },
      ALIVE,
    )
  })
}

async function writeTail(
  studio: Studio,
  run: RunId,
  after: number,
  write: WriteLine,
  signal: AbortSignal,
): Promise<void> {
  for await (const events of studio.store.tail(run, after, signal)) await write({ kind: 'events', run, events })
  if (!signal.aborted) await write({ kind: 'end', run })
}

async function writeRows(
  { store }: Studio,
  { since, ...of }: { readonly project: string; readonly network: string; readonly since: number | undefined },
  write: WriteLine,
  signal: AbortSignal,
): Promise<void> {
  const followed = since === undefined ? of : { ...of, since }
  for await (const runs of store.followList(followed, signal)) await write({ kind: 'runs', runs })
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function writeFileChanges(
  studio: Studio,
  project: { readonly id: TailProject; readonly root: string },
  write: WriteLine,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const listening = studio.watch.listen(project.root, (changed) => {
      write({ kind: 'files', project: project.id, changed }).catch(() => undefined)
    })
    signal.addEventListener('abort', () => {
      listening.dispose()
      resolve()
    })
  })
}

type TailProject = Extract<TailLine, { kind: 'files' }>['project']
