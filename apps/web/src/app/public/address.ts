import { type ProjectId, projectId, type RunId, runId, type SpanId, spanId } from '@slyglass/base'
import type { Page, View } from './studio.ts'

/** What the address says: enough to show the same thing again after a reload, and nothing private. */
export interface Route {
  readonly page: Page
  readonly project?: ProjectId | undefined
  readonly network?: string | undefined
  readonly view: View
  readonly run?: RunId
  readonly span?: SpanId
  readonly entry?: string
}

const VIEWS: readonly View[] = ['edit', 'run', 'trace', 'sly']

/** Reads the fragment of an address: `#/project/network/view?run=…&span=…`. */
export function parseRoute(fragment: string): Route {
  const [path = '', query = ''] = fragment.replace(/^#/, '').split('?')
  const [project, network, view] = path.split('/').filter(Boolean).map(decodePart)
  if (project === 'settings') return { page: 'settings', view: 'edit' }
  if (project === undefined) return { page: 'home', view: 'edit' }
  if (network === undefined) return { page: 'networks', project: projectId(project), view: 'edit' }
  const asked = new URLSearchParams(query)
  const [run, span, entry] = [asked.get('run'), asked.get('span'), asked.get('entry')]
  return {
    page: 'network',
    project: projectId(project),
    network,
    view: VIEWS.find((known) => known === view) ?? 'edit',
    ...(run ? { run: runId(run) } : {}),
    ...(span ? { span: spanId(span) } : {}),
    ...(entry ? { entry } : {}),
  }
}

/** The fragment that `parseRoute` reads back. */
export function printRoute(route: Route): string {
  if (route.page === 'settings') return '#/settings'
  if (route.page === 'home' || route.project === undefined) return '#/'
  if (route.page === 'networks' || route.network === undefined) return `#/${encodeURIComponent(route.project)}`
  const path = `#/${encodeURIComponent(route.project)}/${encodeURIComponent(route.network)}/${route.view}`
  const query = new URLSearchParams()
  if (route.run !== undefined) query.set('run', route.run)
  if (route.span !== undefined) query.set('span', route.span)
  if (route.entry !== undefined) query.set('entry', route.entry)
  return query.size === 0 ? path : `${path}?${query}`
}

/** The launch token (`t`) of a printed address, or the code (`c`) of one that the program opened itself. */
export function findSecret(fragment: string): { readonly kind: 't' | 'c'; readonly text: string } | undefined {
  const [, kind, text] = /^#([tc])=([^&]+)/.exec(fragment) ?? []
  return text !== undefined && (kind === 't' || kind === 'c') ? { kind, text } : undefined
}

/** A fragment that says where a tab is, and holds no secret. */
export const isPlace = (fragment: string): boolean => fragment.startsWith('#/')

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
