import type { LaunchReply } from '@slyglass/protocol'
import type { Hono } from 'hono'

/** The guard let the request through by its code, or by the token itself. */
export function addLaunchRoutes(app: Hono, token: string): void {
  app.post('/api/launch', (context) => {
    const reply: LaunchReply = { token }
    return context.json(reply)
  })
}
