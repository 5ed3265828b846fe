/** What a path of the service stands for. */
export type ServiceRoute =
  | { readonly kind: 'health' | 'list' | 'docs' | 'statistics' | 'mcp' }
  | { readonly kind: 'function' | 'connectivity' | 'chat'; readonly network: string }

const FIXED: ReadonlyMap<string, ServiceRoute['kind'] & ('health' | 'list' | 'docs' | 'statistics' | 'mcp')> = new Map([
  ['/', 'health'],
  ['/healthz', 'health'],
  ['/readyz', 'health'],
  ['/livez', 'health'],
  ['/api/v1/list', 'list'],
  ['/api/v1/docs', 'docs'],
  ['/mcp', 'mcp'],
  ['/resources_utilization', 'statistics'],
  ['/debug/tasks', 'statistics'],
  ['/debug/gc', 'statistics'],
] as const)

const KINDS = { function: 'function', connectivity: 'connectivity', streaming_chat: 'chat' } as const

/** The route of a request target; undefined for paths that the service does not have. Names of networks may hold slashes. */
export function findRoute(target: string): ServiceRoute | undefined {
  const path = target.split('?')[0] ?? ''
  const fixed = FIXED.get(path)
  if (fixed !== undefined) return { kind: fixed }
  const [, name, action] = /^\/api\/v1\/(.+)\/(function|connectivity|streaming_chat)$/.exec(path) ?? []
  if (name === undefined || action === undefined) return undefined
  return { kind: KINDS[action as keyof typeof KINDS], network: decoded(name) }
}

/** The methods of a route, besides OPTIONS. */
export function methodsOf(route: ServiceRoute): readonly string[] {
  if (route.kind === 'mcp') return ['GET', 'POST', 'DELETE']
  return route.kind === 'chat' ? ['POST'] : ['GET']
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
