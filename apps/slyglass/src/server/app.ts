import { ROUTES, type Route } from '@slyglass/protocol'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Redactor } from '../redact.ts'
import { createGuard, type GuardRules } from './guard/guard.ts'
import { securityHeaders } from './guard/headers.ts'
import { refusal } from './refuse.ts'
import { addHealthRoutes, addMcpRoutes } from './routes/health-routes.ts'
import { addImportRoutes } from './routes/import-routes.ts'
import { addLaunchRoutes } from './routes/launch-routes.ts'
import { addFileRoutes, addProjectRoutes, addToolRoutes } from './routes/project-routes.ts'
import { addRunRoutes } from './routes/run-routes.ts'
import { addSessionRoutes } from './routes/session-routes.ts'
import { addPythonRoutes, addSettingsRoutes } from './routes/settings-routes.ts'
import { addSharedToolRoutes } from './routes/shared-tool-routes.ts'
import { addStatusRoutes } from './routes/status-routes.ts'
import { addTailRoutes } from './routes/tail-routes.ts'
import { addTapeRoutes } from './routes/tape-routes.ts'
import { type Page, servePage } from './serve-page.ts'
import type { Studio } from './studio.ts'

/** What stands around the routes. */
export interface AppFrame {
  readonly guard: GuardRules
  readonly page: Page
  readonly redactor: Redactor
}

const MAX_BODY_BYTES = 24_000_000

/** The studio port: headers, then the guard, then size, then routes. Nothing is reachable past them. */
export function createApp(studio: Studio, frame: AppFrame): Hono {
  const app = new Hono()
  app.use('*', async (context, next) => {
    context.set('redact', frame.redactor.redact)
    return next()
  })
  app.use('*', securityHeaders)
  app.use('*', createGuard(frame.guard))
  app.use(
    '*',
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (context) => refusal(context, 413, 'too-large', 'The request is too large.'),
    }),
  )
  addLaunchRoutes(app, frame.guard.token)
  addStatusRoutes(app, studio)
  addProjectRoutes(app, studio)
  addFileRoutes(app, studio)
  addToolRoutes(app, studio)
  addSharedToolRoutes(app, studio)
  addImportRoutes(app, studio)
  addHealthRoutes(app, studio)
  addMcpRoutes(app, studio)
  addRunRoutes(app, studio)
  addTailRoutes(app, studio)
  addSessionRoutes(app, studio)
  addTapeRoutes(app, studio)
  addSettingsRoutes(app, studio)
  addPythonRoutes(app, studio)
  app.all('/api/*', (context) => refusal(context, 404, 'route', 'There is no such route.'))
  app.get('*', (context) => servePage(context, frame.page))
  app.onError((error, context) => {
    studio.reportDefect(error, `${context.req.method} ${context.req.path}`)
    if (isBusy(error))
      return refusal(
        context,
        503,
        'store-busy',
        'Another program holds the run database, so nothing could be written.',
        'Try again when it is done.',
      )
    if (isDiskFull(error))
      return refusal(
        context,
        507,
        'disk-full',
        'The disk is full, so nothing more can be kept.',
        'Make room, then try again.',
      )
    return refusal(context, 500, 'defect', 'The server made a mistake; its log says more.', 'Try again.')
  })
  checkRoutes(app)
  return app
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code

function isBusy(error: unknown): boolean {
  return codeOf(error) === 'SQLITE_BUSY'
}

/** As the store and the file system say it. */
function isDiskFull(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT'
}

/** The list that the guard's test walks must be the routes that there are. */
function checkRoutes(app: Hono): void {
  const name = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
  const listed = new Set<string>(ROUTES.map((route: Route) => name(route)))
  const served = new Set(app.routes.filter((route) => route.method !== 'ALL' && route.path !== '/*').map(name))
  const unequal = [...listed]
    .filter((route) => !served.has(route))
    .concat([...served].filter((route) => !listed.has(route)))
  if (unequal.length > 0) throw new Error(`routes and their list differ: ${unequal.join(', ')}`)
}
