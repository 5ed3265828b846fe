import type { Hono } from 'hono'
import { refuse } from '../refusal.ts'
import type { Studio } from '../studio.ts'
import { unknownProject } from './project-routes.ts'

/** How the tools of a project are, by their own word. Never kept: each request looks again. */
export function addHealthRoutes(app: Hono, { projects, readHealth }: Studio): void {
  app.get('/api/projects/:project/health', async (context) => {
    const project = await projects.find(context.req.param('project'))
    if (project === undefined) return unknownProject(context)
    const health = await readHealth(project)
    return health.ok ? context.json(health.value) : refuse(context, health.error)
  })
}
