import { CODE_HEADER, LAUNCH_ROUTE, TOKEN_HEADER, WRITE_HEADER } from '@slyglass/protocol'
import type { Context, MiddlewareHandler } from 'hono'
import { refusal } from '../refuse.ts'
import type { FailureLimit } from './failure-limit.ts'
import type { LaunchCodes } from './launch-codes.ts'
import { isLaunchToken } from './launch-token.ts'

/** Who may talk to the studio port. */
export interface GuardRules {
  /** `127.0.0.1:4600` and its like; the port is part of it. */
  readonly hosts: () => readonly string[]
  readonly token: string
  readonly codes: LaunchCodes
  readonly failures: FailureLimit
}

const READS = new Set(['GET', 'HEAD'])
const WRITES = new Set(['POST', 'PUT', 'DELETE'])
const FETCH_SITES = new Set(['same-origin', 'none'])

type Check = (context: Context, rules: GuardRules) => Response | undefined

/** Every request passes these checks, in this order, before anything else looks at it. */
const CHECKS: readonly Check[] = [checkHost, checkOrigin, checkFetchSite, checkMethod, checkContentType, checkToken]

export function createGuard(rules: GuardRules): MiddlewareHandler {
  return async (context, next) => {
    for (const check of CHECKS) {
      const refused = check(context, rules)
      if (refused !== undefined) return refused
    }
    return next()
  }
}

function checkHost(context: Context, { hosts }: GuardRules): Response | undefined {
  const known = hosts()
  if (known.includes((context.req.header('host') ?? '').toLowerCase())) return undefined
  return refusal(
    context,
    403,
    'host',
    'This address is not one that the studio answers to.',
    `Open http://${known[0]}/`,
  )
}

function checkOrigin(context: Context, { hosts }: GuardRules): Response | undefined {
  const origin = context.req.header('origin')
  if (origin === undefined || hosts().some((host) => origin === `http://${host}`)) return undefined
  return refusal(context, 403, 'origin', 'Another site may not talk to the studio.')
}

// Another port of this machine is "same-site" for a browser, so refusing "cross-site" alone would not be enough.
function checkFetchSite(context: Context): Response | undefined {
  const site = context.req.header('sec-fetch-site')
  if (site === undefined || FETCH_SITES.has(site)) return undefined
  return refusal(context, 403, 'origin', 'Another site may not talk to the studio.')
}

function checkMethod(context: Context): Response | undefined {
  const { method } = context.req
  if (READS.has(method) || (WRITES.has(method) && isApi(context))) return undefined
  return refusal(context, 405, 'method', `The studio does not answer ${method} here.`)
}

// JSON with a header of our own: a page elsewhere cannot send it without a preflight, and there is nobody who grants one.
function checkContentType(context: Context): Response | undefined {
  if (!WRITES.has(context.req.method)) return undefined
  const type = context.req.header('content-type')?.toLowerCase().replace(/\s/g, '')
  if (type !== 'application/json' && type !== 'application/json;charset=utf-8')
    return refusal(context, 415, 'content-type', 'A command must be sent as application/json.')
  if (context.req.header(WRITE_HEADER) === '1') return undefined
  return refusal(context, 403, 'write-header', `A command must carry the header ${WRITE_HEADER}: 1.`)
}

function checkToken(context: Context, { token, codes, failures }: GuardRules): Response | undefined {
  if (!isApi(context) || isLaunchToken(token, context.req.header(TOKEN_HEADER))) return undefined
  // One route takes a code in the token's place: nothing passes here without a secret of this launch.
  if (isExchange(context) && codes.redeem(context.req.header(CODE_HEADER))) return undefined
  if (failures.fail()) {
    context.header('retry-after', '60')
    return refusal(context, 429, 'too-many-failures', 'Too many requests came with a wrong token. Wait a minute.')
  }
  const hint = 'Open the address that the program printed when it started: it ends with #t= and the token.'
  return refusal(context, 401, 'token', 'The token of this launch is missing or wrong.', hint)
}

function isExchange({ req }: Context): boolean {
  return req.method === LAUNCH_ROUTE.method && req.path === LAUNCH_ROUTE.path
}

function isApi(context: Context): boolean {
  return context.req.path === '/api' || context.req.path.startsWith('/api/')
}
