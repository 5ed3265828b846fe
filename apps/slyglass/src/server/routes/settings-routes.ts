import { modelSettingsSchema, pythonChoiceSchema, type ToolSettingsBody, toolSettingsSchema } from '@slyglass/protocol'
import type { Context, Hono } from 'hono'
import type { Refusal } from '../../refusal.ts'
import { readBody } from '../read-body.ts'
import { refuse } from '../refuse.ts'
import type { Studio } from '../studio.ts'

export function addSettingsRoutes(app: Hono, studio: Studio): void {
  const { model, toolNetwork } = studio
  app.get('/api/settings/model', async (context) => context.json(await model.status(await projectOf(context, studio))))

  app.put('/api/settings/model', async (context) => {
    const body = await readBody(context, modelSettingsSchema)
    if (!body.ok) return refuse(context, body.error)
    const saved = model.save(body.value)
    return saved.ok ? context.json(await model.status(await projectOf(context, studio))) : refuse(context, saved.error)
  })

  app.post('/api/settings/model/test', async (context) => {
    const body = await readBody(context, modelSettingsSchema)
    if (!body.ok) return refuse(context, body.error)
    const tested = await model.test(body.value, await projectOf(context, studio))
    return tested.ok ? context.json(tested.value) : refuse(context, tested.error)
  })

  app.put('/api/settings/tools', async (context) => {
    const body = await readBody(context, toolSettingsSchema)
    if (!body.ok) return refuse(context, body.error)
    const chosen = await toolNetwork.choose(body.value.network)
    const reply: ToolSettingsBody = { network: toolNetwork.now() }
    return chosen.ok ? context.json(reply) : refuse(context, chosen.error)
  })
}

/** Which Python runs the tools of a project. */
export function addPythonRoutes(app: Hono, { projects, python }: Studio): void {
  const path = '/api/projects/:project/python'
  app.get(path, async (context) => {
    const project = await projects.find(context.req.param('project'))
    return project === undefined ? refuse(context, NO_PROJECT) : context.json(await python.list(project))
  })

  app.put(path, async (context) => {
    const project = await projects.find(context.req.param('project'))
    if (project === undefined) return refuse(context, NO_PROJECT)
    const body = await readBody(context, pythonChoiceSchema)
    if (!body.ok) return refuse(context, body.error)
    const chosen = await python.choose(project, body.value.path)
    return chosen.ok ? context.json(await python.list(project)) : refuse(context, chosen.error)
  })
}

const NO_PROJECT: Refusal = {
  status: 404,
  code: 'project',
  message: 'There is no such project.',
  hint: 'Open its folder again.',
}

/** The project whose `.env` counts: the one that is asked about, else the newest one. */
export async function projectOf(context: Context, studio: Studio) {
  const asked = context.req.query('project')
  return asked === undefined ? (await studio.projects.recent())[0] : studio.projects.find(asked)
}
