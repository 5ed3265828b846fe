import {
  type ConnectivityReply,
  newToolSchema,
  openProjectSchema,
  type ProjectReply,
  type ScriptReply,
  saveFileSchema,
  trustSchema,
} from '@slyglass/protocol'
import type { Context, Hono } from 'hono'
import { describeFarServer } from '../../far/describe-far.ts'
import { findWaiting } from '../../runs/find-waiting.ts'
import { listFiles } from '../../workspace/file-list.ts'
import type { Project } from '../../workspace/projects.ts'
import { scriptProblems } from '../../workspace/script-problems.ts'
import { unreadableNetworks } from '../../workspace/unreadable-networks.ts'
import { readBody } from '../read-body.ts'
import { refusal, refuse } from '../refuse.ts'
import type { Studio } from '../studio.ts'

export function addProjectRoutes(app: Hono, studio: Studio): void {
  const { projects, servers, trust } = studio

  app.get('/api/projects', async (context) => {
    const recent = await projects.recent()
    const described = await Promise.all(recent.map((project) => describeRecent(studio, project)))
    return context.json([...servers.all().map(describeFarServer), ...described])
  })

  app.post('/api/projects', async (context) => {
    const body = await readBody(context, openProjectSchema)
    if (!body.ok) return refuse(context, body.error)
    if ('server' in body.value) {
      const server = await servers.open(body.value.server)
      return server.ok ? context.json(describeFarServer(server.value)) : refuse(context, server.error)
    }
    const opened = await projects.open(body.value)
    return opened.ok ? context.json(await describeProject(studio, opened.value)) : refuse(context, opened.error)
  })

  app.get('/api/projects/:project', async (context) => {
    const server = servers.find(context.req.param('project'))
    if (server !== undefined) return context.json(describeFarServer(await servers.refresh(server)))
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

  app.get('/api/projects/:project/connectivity', async (context) => {
    const server = servers.find(context.req.param('project'))
    if (server === undefined) return unknownProject(context)
    const network = context.req.query('network') ?? ''
    const told = await servers.connectivity(server, network)
    if (!told.ok) return refuse(context, told.error)
    const reply: ConnectivityReply = { network, ...told.value }
    return context.json(reply)
  })

  app.get('/api/projects/:project/tools', async (context) => {
    // The tools of a running server lie there.
    if (servers.find(context.req.param('project')) !== undefined) return context.json([])
    const project = await projects.find(context.req.param('project'))
    if (project === undefined) return unknownProject(context)
    const tools = await studio.findTools(
      project,
      context.req.query('network') ?? '',
      context.req.query('load') === 'true',
    )
    if (tools !== undefined) return context.json(tools)
    return refusal(context, 404, 'network', 'There is no such network in the project.')
  })

  app.get('/api/projects/:project/toolbox', async (context) => {
    const network = context.req.query('network') ?? ''
    if (servers.find(context.req.param('project')) !== undefined) return context.json({ network, tools: [] })
    const project = await projects.find(context.req.param('project'))
    if (project === undefined) return unknownProject(context)
    const toolbox = await studio.listToolbox(project, network)
    if (toolbox !== undefined) return context.json(toolbox)
    return refusal(context, 404, 'network', 'There is no such network in the project.')
  })
}

export function addToolRoutes(app: Hono, studio: Studio): void {
  app.get('/api/projects/:project/script', async (context) => {
    const network = context.req.query('network') ?? ''
    // The script of a running server is its own.
    if (studio.servers.find(context.req.param('project')) !== undefined) return context.json({ network, problems: [] })
    const project = await studio.projects.find(context.req.param('project'))
    if (project === undefined) return unknownProject(context)
    const read = await studio.networks.read(project, network)
    if (read === undefined) return refusal(context, 404, 'network', 'There is no such network in the project.')
    const reply: ScriptReply = { network, problems: await scriptProblems(studio.files, project.root, read.network) }
    return context.json(reply)
  })

  app.get('/api/projects/:project/commands', async (context) => {
    const network = context.req.query('network') ?? ''
    if (studio.servers.find(context.req.param('project')) !== undefined) return context.json({ network, commands: [] })
    const project = await studio.projects.find(context.req.param('project'))
    if (project === undefined) return unknownProject(context)
    const told = await studio.listCommands(project, network, context.req.query('prefix'))
    if (told !== undefined) return context.json(told)
    return refusal(context, 404, 'network', 'There is no such network in the project.')
  })

  app.get('/api/projects/:project/permissions', async (context) => {
    const network = context.req.query('network') ?? ''
    // Rules of a running server are its own.
    if (studio.servers.find(context.req.param('project')) !== undefined) return context.json({ network, rows: [] })
    const project = await studio.projects.find(context.req.param('project'))
    if (project === undefined) return unknownProject(context)
    const told = await studio.explainPermissions(project, network)
    if (told !== undefined) return context.json(told)
    return refusal(context, 404, 'network', 'There is no such network in the project.')
  })

  app.post('/api/projects/:project/tools', async (context) => {
    const body = await readBody(context, newToolSchema)
    if (!body.ok) return refuse(context, body.error)
    const project = await studio.projects.find(context.req.param('project'))
    if (project === undefined) return unknownProject(context)
    const made = await studio.createTool(project, body.value)
    return made.ok ? context.json(made.value, 201) : refuse(context, made.error)
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
  const diagnostics = [...manifest.diagnostics, ...(await unreadableNetworks(studio.files, project, manifest.networks))]
  return { id, name, root, sample, trusted, files, env, ...manifest, diagnostics }
}

async function describeRecent(studio: Studio, project: Project): Promise<ProjectReply> {
  const [reply, waiting] = await Promise.all([
    describeProject(studio, project),
    // Runs that cannot be read must not hide the projects.
    findWaiting(studio.store, project.id).catch(() => undefined),
  ])
  return waiting === undefined ? reply : { ...reply, waiting }
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
