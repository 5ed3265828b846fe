import type { Hono } from 'hono'
import { refuse } from '../refuse.ts'
import type { Studio } from '../studio.ts'
import { unknownProject } from './project-routes.ts'

/** How the tools of a project are, by their own word, in which keys and private values are masked. Each request looks again. */
export function addHealthRoutes(app: Hono, { projects, readHealth }: Studio): void {
  app.get('/api/projects/:project/health', async (context) => {
    const project = await projects.find(context.req.param('project'))
    if (project === undefined) return unknownProject(context)
    const health = await readHealth(project)
    if (!health.ok) return refuse(context, health.error)
    const redact = context.get('redact')
    const masked = health.value.checks.map(({ problem, ...check }) => ({
      ...check,
      ...(problem !== undefined && { problem: redact(problem) }),
    }))
    return context.json({ ...health.value, checks: masked })
  })
}

/** What MCP servers have, asked anew by each request. What goes wrong may name addresses and keys, so it is masked. */
export function addMcpRoutes(app: Hono, { projects, servers, listMcpTools }: Studio): void {
  app.get('/api/projects/:project/mcp-tools', async (context) => {
    const network = context.req.query('network') ?? ''
    if (servers.find(context.req.param('project')) !== undefined) return context.json({ network, servers: [] })
    const project = await projects.find(context.req.param('project'))
    if (project === undefined) return unknownProject(context)
    const listed = await listMcpTools(project, network)
    if (!listed.ok) return refuse(context, listed.error)
    const redact = context.get('redact')
    const masked = listed.value.servers.map(({ problem, ...server }) => ({
      ...server,
      ...(problem !== undefined && { problem: redact(problem) }),
    }))
    return context.json({ ...listed.value, servers: masked })
  })
}
