import { importNetworkSchema, importSampleSchema, readImportSchema } from '@slyglass/protocol'
import type { Hono } from 'hono'
import { readBody } from '../read-body.ts'
import { refuse } from '../refuse.ts'
import type { Studio } from '../studio.ts'
import { unknownProject } from './project-routes.ts'

/** Samples and networks that are brought into a project. */
export function addImportRoutes(app: Hono, studio: Studio): void {
  app.post('/api/projects/:project/samples', async (context) => {
    const body = await readBody(context, importSampleSchema)
    if (!body.ok) return refuse(context, body.error)
    const project = await studio.projects.find(context.req.param('project'))
    if (project === undefined) return unknownProject(context)
    const brought = await studio.importSample(project, body.value)
    return brought.ok ? context.json(brought.value, 201) : refuse(context, brought.error)
  })

  app.post('/api/projects/:project/networks', async (context) => {
    const body = await readBody(context, importNetworkSchema)
    if (!body.ok) return refuse(context, body.error)
    const project = await studio.projects.find(context.req.param('project'))
    if (project === undefined) return unknownProject(context)
    const brought = await studio.importNetwork(project, body.value)
    return brought.ok ? context.json(brought.value, 201) : refuse(context, brought.error)
  })

  app.post('/api/imports', async (context) => {
    const body = await readBody(context, readImportSchema)
    if (!body.ok) return refuse(context, body.error)
    const file = await studio.readImport(body.value.path)
    return file.ok ? context.json(file.value) : refuse(context, file.error)
  })
}
