import type { SampleReply, StatusReply } from '@slyglass/protocol'
import type { Hono } from 'hono'
import type { Studio } from '../studio.ts'
import { projectOf } from './settings-routes.ts'

export function addStatusRoutes(app: Hono, studio: Studio): void {
  app.get('/api/status', async (context) => {
    const machine = await studio.machine()
    const reply: StatusReply = {
      version: studio.version,
      platform: process.platform,
      ...machine,
      model: await studio.model.status(await projectOf(context, studio)),
      ...(studio.askedProject === undefined ? {} : { project: studio.askedProject }),
      ...(studio.askedServer === undefined ? {} : { server: studio.askedServer }),
    }
    return context.json(reply)
  })

  app.get('/api/samples', async (context) => {
    const reply: readonly SampleReply[] = await studio.sampleCards()
    return context.json(reply)
  })
}
