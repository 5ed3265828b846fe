// The service port: guard, route, method, limit, answer. Nothing is reachable past them.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Json, toJson } from '@slyglass/base'
import { infoFile, readInfo } from '@slyglass/network'
import { describeConnectivity, describeFunction, describeInList, openApiDocument } from '@slyglass/protocol/neuro-san'
import { answerFault, answerJson, answerPage, answerText, answerUnknown } from './answers.ts'
import { answerMcp } from './mcp.ts'
import { createMetadataReader, type MetadataReader } from './request-metadata.ts'
import type { ServedNetwork } from './served-networks.ts'
import type { Service } from './service.ts'
import { isListed, refuse, type ServiceRules } from './service-guard.ts'
import { findRoute, methodsOf, type ServiceRoute } from './service-routes.ts'
import { answerChat } from './streaming-chat.ts'

/** The version of neuro-san whose behaviour this follows. */
const FOLLOWS = '0.7.15'
const STATISTICS_OFF =
  "Run-time statistics collection is disabled. To enable it, set environment variable ENABLE_RUN_TIME_STATISTICS to 'true'."

/** Answers requests of the service port. */
export type ServiceApp = (request: IncomingMessage, response: ServerResponse) => Promise<void>

interface Port {
  readonly service: Service
  readonly rules: ServiceRules
  readonly metadata: MetadataReader
  running: number
}

export function createServiceApp(service: Service, rules: ServiceRules): ServiceApp {
  const port: Port = { service, rules, metadata: createMetadataReader(), running: 0 }
  return async (request, response) => {
    try {
      await answer(port, request, response)
    } catch (error) {
      service.log.error({ path: request.url, error: error instanceof Error ? error.stack : String(error) }, 'defect')
      if (response.headersSent) response.destroy()
      else answerFault(request, response, 500, 'Internal server error')
    }
  }
}

async function answer(port: Port, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('server', 'Slyglass')
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('cross-origin-resource-policy', 'same-origin')
  const refusal = refuse(request, port.rules)
  if (refusal !== undefined) return answerFault(request, response, refusal.status, refusal.message)
  const route = findRoute(request.url ?? '/')
  if (route === undefined) return answerPage(request, response, isProfiler(request) ? 405 : 404)
  if (isListed(request, port.rules)) allowOrigin(port, request, response, route)
  if (request.method === 'OPTIONS') return void response.writeHead(204).end()
  if (!methodsOf(route).includes(request.method ?? '')) return answerPage(request, response, 405)
  if (route.kind === 'health') return answerJson(request, response, health(port.service))
  if (route.kind === 'statistics') return answerText(response, 503, STATISTICS_OFF)
  await answerCounted(port, route, request, response)
}

/** The original knows this path for POST only, and it is switched off. */
function isProfiler({ url, method }: IncomingMessage): boolean {
  return url === '/profiler' && method !== 'POST'
}

function allowOrigin({ service }: Port, request: IncomingMessage, response: ServerResponse, route: ServiceRoute): void {
  const names = route.kind === 'health' ? [] : service.settings.metadata
  response.setHeader('access-control-allow-origin', request.headers.origin ?? '')
  const methods = route.kind === 'health' ? ['GET'] : route.kind === 'mcp' ? ['GET', 'POST', 'DELETE'] : ['GET', 'POST']
  response.setHeader('access-control-allow-methods', [...methods, 'OPTIONS'].join(', '))
  response.setHeader('access-control-allow-headers', ['Content-Type', 'Transfer-Encoding', ...names].join(', '))
  response.setHeader('cross-origin-resource-policy', 'cross-origin')
  response.setHeader('vary', 'origin')
}

function health({ settings }: Service): Json {
  return toJson({ service: settings.serverName, status: 'ok', versions: { 'neuro-san': FOLLOWS } })
}

/** Unknown networks do not count against the limit of requests. */
async function answerCounted(
  port: Port,
  route: Exclude<ServiceRoute, { kind: 'health' | 'statistics' }>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { served, settings } = port.service
  const made = port.metadata.count()
  if (route.kind === 'mcp') {
    const metadata = port.metadata.read(request, settings.metadata, made)
    return answerMcp({ service: port.service, metadata }, request, response)
  }
  if (route.kind === 'docs') return answerJson(request, response, openApiDocument())
  const network = 'network' in route ? await served.find(route.network) : undefined
  if ('network' in route && network === undefined) return answerUnknown(response)
  if (settings.mostRequests > 0 && port.running >= settings.mostRequests)
    return answerFault(request, response, 503, 'Too many concurrent requests')
  port.running += 1
  try {
    if (network === undefined) return answerJson(request, response, await list(port.service))
    if (route.kind === 'function') return answerJson(request, response, describeFunction(network.network))
    if (route.kind === 'connectivity') return answerJson(request, response, await connectivity(port.service, network))
    const metadata = port.metadata.read(request, settings.metadata, made)
    await answerChat({ service: port.service, served: network, metadata }, request, response)
  } finally {
    port.running -= 1
  }
}

async function list({ served }: Service): Promise<Json> {
  const networks = (await served.all()).filter((network) => network.listed)
  return new Map([['agents', networks.map(({ network }) => describeInList(network))]])
}

/** What a shared tool is says the toolbox file. */
async function connectivity({ project, parts }: Service, { network, documents }: ServedNetwork): Promise<Json> {
  const env = await parts.networks.env(project)
  const file = infoFile(network.json, 'toolbox', env)
  const texts = Object.fromEntries(documents.map(({ path, text }) => [path, text]))
  const toolbox = file === undefined ? undefined : readInfo(file, texts, env)
  return describeConnectivity(network, toolbox?.ok === true ? toolbox.value : undefined)
}
