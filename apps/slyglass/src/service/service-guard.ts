import type { IncomingMessage } from 'node:http'

/** Who may talk to the service port. Its clients send no token, so everything else is looked at closely. */
export interface ServiceRules {
  readonly port: () => number
  /** Origins of pages that may call it, such as `http://localhost:4173`. */
  readonly origins: readonly string[]
}

/** Why a request is turned away. */
export interface ServiceRefusal {
  readonly status: number
  readonly message: string
}

const NAMES = ['127.0.0.1', 'localhost', '[::1]']

/** Looks at a request before anything else does: Host, then Origin and fetch metadata, then the type of what is sent. */
export function refuse(request: IncomingMessage, rules: ServiceRules): ServiceRefusal | undefined {
  return checkHost(request, rules) ?? checkOrigin(request, rules) ?? checkContentType(request)
}

/** A known client leaves the port out of `Host`. */
function checkHost({ headers }: IncomingMessage, { port }: ServiceRules): ServiceRefusal | undefined {
  const host = (headers.host ?? '').toLowerCase()
  if (NAMES.some((name) => host === name || host === `${name}:${port()}`)) return undefined
  return { status: 403, message: `The service answers to http://127.0.0.1:${port()} only.` }
}

/** True for a page that the user listed. */
export function isListed({ headers }: IncomingMessage, { origins }: ServiceRules): boolean {
  return headers.origin !== undefined && origins.includes(headers.origin)
}

function checkOrigin(request: IncomingMessage, rules: ServiceRules): ServiceRefusal | undefined {
  const { headers, method } = request
  if (isListed(request, rules)) return undefined
  const site = headers['sec-fetch-site']
  const opened = site === undefined || (site === 'none' && method === 'GET')
  if (headers.origin === undefined && opened) return undefined
  const hint = 'Start it with --allow-origin and the address of that page to let it in.'
  return { status: 403, message: `Pages in a browser may not call the service. ${hint}` }
}

// A page can send other types without asking first.
function checkContentType({ headers, method }: IncomingMessage): ServiceRefusal | undefined {
  if (method !== 'POST') return undefined
  const type = headers['content-type']?.toLowerCase().split(';')[0]?.trim()
  if (type === 'application/json') return undefined
  return { status: 415, message: 'Send the request as application/json.' }
}
