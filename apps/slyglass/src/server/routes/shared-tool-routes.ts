import { importToolSchema } from '@slyglass/protocol'
import type { Hono } from 'hono'
import { readBody } from '../read-body.ts'
import { refuse } from '../refuse.ts'
import type { Studio } from '../studio.ts'
import { unknownProject } from './project-routes.ts'

/** Tools as files that are handed on from project to project. */
export function addSharedToolRoutes(app: Hono, studio: Studio): void {
  app.get('/api/projects/:project/shared-tools', async (context) => {
    const project = await studio.projects.find(context.req.param('project'))
    if (project === undefined) return unknownProject(context)
    const { network = '', tool = '' } = context.req.query()
    const shared = await studio.shareTool(project, network, tool)
    return shared.ok ? context.json(shared.value) : refuse(context, shared.error)
  })

  app.post('/api/projects/:project/shared-tools', async (context) => {
    const body = await readBody(context, importToolSchema)
    if (!body.ok) return refuse(context, body.error)
    const project = await studio.projects.find(context.req.param('project'))
    if (project === undefined) return unknownProject(context)
    const taken = await studio.takeTool(project, body.value)
    return taken.ok ? context.json(taken.value, 201) : refuse(context, taken.error)
  })
}
