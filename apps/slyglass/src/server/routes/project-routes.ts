import { openProjectSchema, type ProjectReply, saveFileSchema, trustSchema } from '@slyglass/protocol'
import type { Context, Hono } from 'hono'
import { listFiles } from '../../workspace/file-list.ts'
import type { Project } from '../../workspace/projects.ts'
import { readBody } from '../read-body.ts'
import { refusal, refuse } from '../refusal.ts'
import type { Studio } from '../studio.ts'

export function addProjectRoutes(app: Hono, studio: Studio): void {
  const { projects, trust } = studio

  app.get('/api/projects', async (context) => {
    const recent = await projects.recent()
    return context.json(await Promise.all(recent.map((project) => describeProject(studio, project))))
  })

  app.post('/api/projects', async (context) => {
    const body = await readBody(context, openProjectSchema)
    if (!body.ok) return refuse(context, body.error)
    const opened = await projects.open(body.value)
    return opened.ok ? context.json(await describeProject(studio, opened.value)) : refuse(context, opened.error)
  })

  app.get('/api/projects/:project', async (context) => {
    const project = await projects.find(context.req.param('project'))
    return project === undefined ? unknownProject(context) : context.json(await describeProject(studio, project))
  })

  app.post('/api/projects/:project/trust', async (context) => {
    const body = await readBody(context, trustSchema)
    if (!body.ok) return refuse(context, body.error)
    const project = await projects.find(context.req.param('project'))
    if (project === undefined) return unknownProject(context)
    await trust.set(project.root, body.value.trusted)
    return context.json(await describeProject(studio, project))
  })

  app.get('/api/projects/:project/tools', async (context) => {
    const project = await projects.find(context.req.param('project'))
    if (project === undefined) return unknownProject(context)
    const tools = await studio.findTools(project, context.req.query('network') ?? '')
    if (tools !== undefined) return context.json(tools)
    return refusal(context, 404, 'network', 'There is no such network in the project.')
  })
}

export function addFileRoutes(app: Hono, studio: Studio): void {
  app.get('/api/projects/:project/files/*', async (context) => {
    const project = await studio.projects.find(context.req.param('project'))
    if (project === undefined) return unknownProject(context)
    const file = await studio.files.read(project.root, filePath(context))
    return file.ok ? context.json(file.value) : refuse(context, file.error)
  })

  app.put('/api/projects/:project/files/*', async (context) => {
    const body = await readBody(context, saveFileSchema)
    if (!body.ok) return refuse(context, body.error)
    const project = await studio.projects.find(context.req.param('project'))
    if (project === undefined) return unknownProject(context)
    const saved = await studio.files.save(project.root, filePath(context), body.value)
    return saved.ok ? context.json(saved.value) : refuse(context, saved.error)
  })
}

export function unknownProject(context: Context): Response {
  return refusal(context, 404, 'project', 'There is no such project.', 'Open its folder again.')
}

async function describeProject(studio: Studio, project: Project): Promise<ProjectReply> {
  const [trusted, files, manifest, env] = await Promise.all([
    studio.trust.isTrusted(project.root),
    listFiles(project.root),
    studio.networks.manifest(project),
    studio.networks.env(project),
  ])
  const { id, name, root, sample } = project
  return { id, name, root, sample, trusted, files, env, ...manifest }
}

/** The part of the address after `/files/`, decoded once. */
function filePath(context: Context): string {
  const { pathname } = new URL(context.req.url)
  const encoded = pathname.slice(pathname.indexOf('/files/') + '/files/'.length)
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}
