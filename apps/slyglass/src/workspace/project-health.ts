// What the tools of a project say of what they need: databases, addresses, caches, room on the disk.
import { err, isJsonObject, ok, parseJson, type Result } from '@slyglass/base'
import { findToolSource, type ToolHosts } from '@slyglass/environment'
import type { HealthCheckReply, HealthReply } from '@slyglass/protocol'
import type { Refusal } from '../refusal.ts'
import type { ProjectNetworks } from './networks.ts'
import type { Environment } from './project-env.ts'
import type { Project } from './projects.ts'
import { toolSources } from './tool-paths.ts'
import type { Trust } from './trust.ts'

const HEALTH_MS = 60_000

export interface HealthParts {
  readonly trust: Pick<Trust, 'isTrusted'>
  readonly networks: Pick<ProjectNetworks, 'manifest' | 'read'>
  readonly hosts: Pick<ToolHosts, 'health'>
  toolEnv(project: Project): Promise<Environment>
  now(): number
  /** How long a tool may look; a minute unless told otherwise. */
  readonly healthMs?: number
}

interface Asked {
  readonly network: string
  readonly tool: string
  readonly className: string
}

/** Asks every definition that looks after itself, once. Asking runs code of the project, so the folder must be trusted. */
export function createHealthReader(parts: HealthParts): (project: Project) => Promise<Result<HealthReply, Refusal>> {
  return (project) => readHealth(parts, project)
}

async function readHealth(parts: HealthParts, project: Project): Promise<Result<HealthReply, Refusal>> {
  if (!(await parts.trust.isTrusted(project.root))) return err(UNTRUSTED)
  const env = await parts.toolEnv(project)
  const asked = await definitionsOf(parts, project, env)
  const checks = (await Promise.all(asked.map((one) => checkTool(parts, project, env, one)))).flat()
  const failed = checks.flatMap(({ check, problem }) => (problem === undefined ? [] : [check]))
  const timestamp = new Date(parts.now()).toISOString()
  if (failed.length === 0) return ok({ status: 'healthy', timestamp, checks })
  return ok({ status: 'degraded', failed_checks: [...new Set(failed)], timestamp, checks })
}

async function definitionsOf(parts: HealthParts, project: Project, env: Environment): Promise<readonly Asked[]> {
  const { networks } = await parts.networks.manifest(project)
  const found = new Map<string, Asked>()
  for (const { name } of networks) {
    const read = await parts.networks.read(project, name)
    for (const { name: tool, className } of read?.network.entries ?? []) {
      if (className === undefined) continue
      const source = findToolSource(toolSources(project.root, name, env), className, {
        toolPathOnly: env.AGENT_TOOL_PATH_ONLY?.toLowerCase() === 'true',
      })
      const key = source.found ? `${source.file}#${className.split('.').at(-1)}` : ''
      if (key !== '' && !found.has(key)) found.set(key, { network: name, tool, className })
    }
  }
  return [...found.values()]
}

async function checkTool(
  { hosts, healthMs = HEALTH_MS }: HealthParts,
  project: Project,
  env: Environment,
  { network, tool, className }: Asked,
): Promise<readonly HealthCheckReply[]> {
  const signal = AbortSignal.timeout(healthMs)
  const reply = await hosts.health(toolSources(project.root, network, env), className, signal)
  if (reply === undefined) return []
  const failed = (problem: string) => [{ network, tool, check: tool, problem }]
  if (signal.aborted) return failed(`does not answer within ${healthMs / 1000} seconds`)
  if (!reply.ok) return failed(reply.failure.message)
  const told = parseJson(reply.value ?? 'null')
  if (!told.ok || !isJsonObject(told.value)) return failed('its health is no object of names')
  return [...told.value].map(([check, state]) => ({
    ...{ network, tool, check },
    ...(state === 'ok' ? {} : { problem: typeof state === 'string' ? state : 'says neither ok nor what is wrong' }),
  }))
}

const UNTRUSTED: Refusal = {
  status: 403,
  code: 'untrusted',
  message: 'The folder is not trusted, so none of its tools is asked how it is.',
  hint: 'Trust the folder first.',
}
