import { modelSettingsSchema } from '@slyglass/protocol'
import type { Context, Hono } from 'hono'
import { readBody } from '../read-body.ts'
import { refuse } from '../refusal.ts'
import type { Studio } from '../studio.ts'

export function addSettingsRoutes(app: Hono, studio: Studio): void {
  const { model } = studio
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
}

/** The project whose `.env` counts: the one that is asked about, else the newest one. */
export async function projectOf(context: Context, studio: Studio) {
  const asked = context.req.query('project')
  return asked === undefined ? (await studio.projects.recent())[0] : studio.projects.find(asked)
}
