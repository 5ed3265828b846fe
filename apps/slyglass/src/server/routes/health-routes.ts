import type { Hono } from 'hono'
import { refuse } from '../refusal.ts'
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
