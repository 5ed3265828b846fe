// What can enclose a tool, from strong to weak, and which of it a call gets.
import { err, ok, type Result } from '@slyglass/base'
import type { ToolSources } from '@slyglass/runtime'

export type ToolEnvironment = NonNullable<ToolSources['environment']>

/** What this machine has, and what the person who started the studio decided. */
export interface SandboxMeans {
  readonly bwrap: boolean
  /** Node's permissions for a TypeScript host. */
  readonly permission: boolean
  /** `host`: the person wants plain child processes. */
  readonly isolation: 'auto' | 'host'
  readonly network: 'on' | 'off'
}

/** How a host process is enclosed. QuickJS is an engine inside of one. */
export interface HostEnclosure {
  readonly level: 'bwrap' | 'quickjs' | 'permission' | 'host'
  readonly network: 'on' | 'off'
}

const PLAIN: ToolEnvironment = { sandbox: 'auto', network: 'on', workspace: '.' }

/** What a network says of where its tools run. */
export function environmentOf(sources: ToolSources): ToolEnvironment {
  return sources.environment ?? PLAIN
}

/** Why tools may not run here: what their network or the person asks for cannot be held. */
export class EnclosureMissing extends Error {}

/** The enclosure of a host, or in words why its tools may not run here. */
export function chooseEnclosure(
  { environment = PLAIN }: Pick<ToolSources, 'environment'>,
  language: 'python' | 'typescript',
  means: SandboxMeans,
): Result<HostEnclosure, string> {
  const network = means.network === 'off' || environment.network === 'off' ? 'off' : 'on'
  const level = levelOf(language, means)
  const least = environment.sandbox
  if (least === 'quickjs' && language === 'python')
    return err('studio.environment.sandbox = quickjs is for tools in TypeScript and JavaScript; this one is in Python.')
  if (least === 'bwrap' && level !== 'bwrap') return err(missing(asked(environment)))
  if (least === 'permission' && level === 'host') return err(missing('studio.environment.sandbox = permission'))
  if (network === 'off' && level !== 'bwrap' && least !== 'quickjs')
    return err(missing('A network that is off for tools'))
  return ok({ level, network })
}

function levelOf(language: 'python' | 'typescript', means: SandboxMeans): HostEnclosure['level'] {
  if (means.isolation === 'host') return 'host'
  if (means.bwrap) return 'bwrap'
  return language === 'typescript' && means.permission ? 'permission' : 'host'
}

const asked = ({ kind }: ToolEnvironment): string =>
  kind === 'sandboxed' ? 'studio.environment.kind = sandboxed' : 'studio.environment.sandbox = bwrap'

function missing(what: string): string {
  return `${what} needs bubblewrap, which does not run here, so the tool was not started. Install it (Debian, Ubuntu: \`apt install bubblewrap\`; Linux only), or change the setting.`
}

/**
 * Whether a tool runs in the engine inside of its host: where the network asks for it, and where the host has no bubblewrap around
 * it and the tool can do without Node. In words why it may not run.
 */
export function usesQuickJs(
  { environment = PLAIN }: Pick<ToolSources, 'environment'>,
  needsNode: string | undefined,
  enclosure: HostEnclosure,
  isolation: 'auto' | 'host' = 'auto',
): Result<boolean, string> {
  if (environment.sandbox === 'quickjs')
    return needsNode === undefined
      ? ok(true)
      : err(
          `studio.environment.sandbox = quickjs has nothing of Node, and the tool uses ${needsNode}, so it was not started. Take that out of the tool, or change the setting.`,
        )
  return ok(
    environment.sandbox === 'auto' && isolation === 'auto' && enclosure.level !== 'bwrap' && needsNode === undefined,
  )
}
