// Every route of the studio port, in one list: the guard test walks it and the server refuses to start when a route is missing here.

/** Header that every `/api` call carries: the launch token. */
export const TOKEN_HEADER = 'x-slyglass-token'
/** Header of `LAUNCH_ROUTE` alone: a code that is good for one exchange. */
export const CODE_HEADER = 'x-slyglass-code'
/** Header that makes every write a request with preflight; its value is `1`. */
export const WRITE_HEADER = 'x-slyglass'

/** A route of the studio port. `path` is in Hono's notation. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
}

/** Where a page exchanges the code of its address for the launch token. */
export const LAUNCH_ROUTE = { method: 'POST', path: '/api/launch' } as const satisfies Route

/** All API routes. */
export const ROUTES = [
  LAUNCH_ROUTE,
  { method: 'GET', path: '/api/status' },
  { method: 'GET', path: '/api/samples' },
  { method: 'GET', path: '/api/projects' },
  { method: 'POST', path: '/api/projects' },
  { method: 'GET', path: '/api/projects/:project' },
  { method: 'POST', path: '/api/projects/:project/trust' },
  { method: 'GET', path: '/api/projects/:project/tools' },
  { method: 'POST', path: '/api/projects/:project/tools' },
  { method: 'GET', path: '/api/projects/:project/shared-tools' },
  { method: 'POST', path: '/api/projects/:project/shared-tools' },
  { method: 'POST', path: '/api/projects/:project/samples' },
  { method: 'POST', path: '/api/projects/:project/networks' },
  { method: 'GET', path: '/api/projects/:project/toolbox' },
  { method: 'GET', path: '/api/projects/:project/script' },
  { method: 'GET', path: '/api/projects/:project/permissions' },
  { method: 'GET', path: '/api/projects/:project/commands' },
  { method: 'GET', path: '/api/projects/:project/mcp-tools' },
  { method: 'GET', path: '/api/projects/:project/health' },
  { method: 'GET', path: '/api/projects/:project/connectivity' },
  { method: 'GET', path: '/api/projects/:project/python' },
  { method: 'PUT', path: '/api/projects/:project/python' },
  { method: 'GET', path: '/api/projects/:project/files/*' },
  { method: 'PUT', path: '/api/projects/:project/files/*' },
  { method: 'POST', path: '/api/imports' },
  { method: 'GET', path: '/api/runs' },
  { method: 'POST', path: '/api/runs' },
  { method: 'GET', path: '/api/runs/:run' },
  { method: 'GET', path: '/api/runs/:run/events' },
  { method: 'GET', path: '/api/runs/:run/chunks/:sha' },
  { method: 'POST', path: '/api/runs/:run/commands' },
  { method: 'GET', path: '/api/model-reads' },
  { method: 'POST', path: '/api/tails' },
  { method: 'POST', path: '/api/context' },
  { method: 'GET', path: '/api/sessions/:session/tape' },
  { method: 'POST', path: '/api/sessions/:session/tape' },
  { method: 'GET', path: '/api/sessions/:session/sly' },
  { method: 'PUT', path: '/api/sessions/:session/sly' },
  { method: 'DELETE', path: '/api/sessions/:session/sly' },
  { method: 'POST', path: '/api/sessions/:session/sly/reveal' },
  { method: 'GET', path: '/api/settings/model' },
  { method: 'PUT', path: '/api/settings/model' },
  { method: 'POST', path: '/api/settings/model/test' },
  { method: 'PUT', path: '/api/settings/tools' },
] as const satisfies readonly Route[]
