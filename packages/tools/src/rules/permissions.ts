// Which tools may be called at all, and which only after a person agreed. All names are compared without regard to case.
import type { PermissionRules } from '@slyglass/network'

/** A tool as rules see it: each of its names, the runtime name first. */
export interface RuledTool {
  readonly names: readonly string[]
  readonly category?: string
  readonly requiresApproval?: boolean
}

/** What comes of a call, and the rule that decides it. */
export interface Verdict {
  readonly verdict: 'allowed' | 'asks' | 'blocked'
  /** The key of `studio` that decides, as a path; absent where none does. */
  readonly rule?: readonly string[]
  /** The item of that list that names the tool. */
  readonly item?: string
  /** Why, for people. */
  readonly reason: string
}

/** What the rules say of a call of a tool: blocked before asked, asked before allowed. */
export function explainPermission(rules: PermissionRules, tool: RuledTool): Verdict {
  return blocking(rules, tool) ?? asking(rules, tool) ?? allowing(rules, tool)
}

/** True when a tool must not be called, nor offered. An allow list that is there lets nothing else through, in every mode. */
export function isBlocked(rules: PermissionRules, tool: RuledTool): boolean {
  return blocking(rules, tool) !== undefined
}

/** Why a tool is blocked, for people; undefined when it is not. */
export function blockedBy(rules: PermissionRules, tool: RuledTool): string | undefined {
  return blocking(rules, tool)?.reason
}

/** True when a person must agree to each call. A tool's own flag can only be added to. */
export function needsApproval(rules: PermissionRules, tool: RuledTool): boolean {
  return asking(rules, tool) !== undefined
}

function blocking(rules: PermissionRules, tool: RuledTool): Verdict | undefined {
  const { deny, denyPrefixes, allow, allowPrefixes, mode } = rules
  const denied = named(deny, tool)
  if (denied !== undefined) return blocked(['permissions', 'deny'], 'it is in permissions.deny', denied)
  const begun = prefixed(denyPrefixes, tool)
  if (begun !== undefined)
    return blocked(['permissions', 'deny_prefixes'], 'its name begins as one of permissions.deny_prefixes', begun)
  if (allow.length + allowPrefixes.length > 0) {
    if (named(allow, tool) !== undefined || prefixed(allowPrefixes, tool) !== undefined) return undefined
    const list = allow.length > 0 ? 'allow' : 'allow_prefixes'
    return blocked(['permissions', list], 'permissions.allow does not name it')
  }
  if (mode !== 'strict') return undefined
  return blocked(['permissions', 'mode'], 'permissions.mode is strict and permissions.allow names no tool')
}

function asking(rules: PermissionRules, tool: RuledTool): Verdict | undefined {
  if (tool.requiresApproval === true) return asks(['requires_approval'], 'requires_approval is set for it')
  if (rules.mode === 'strict') return asks(['permissions', 'mode'], 'permissions.mode is strict')
  const listed = named(rules.approvalRequired, tool)
  if (listed !== undefined && rules.mode === 'default')
    return asks(['permissions', 'approval_required'], 'it is in permissions.approval_required', listed)
  if (rules.mode !== 'permissive' || tool.category !== 'execute' || rules.allowUnattendedExecute) return undefined
  return asks(['category'], 'its category is execute, and permissions.allow_unattended_execute is not set')
}

function allowing({ allow, allowPrefixes }: PermissionRules, tool: RuledTool): Verdict {
  const listed = named(allow, tool)
  if (listed !== undefined) return allowed('it is in permissions.allow', ['permissions', 'allow'], listed)
  const begun = prefixed(allowPrefixes, tool)
  if (begun === undefined) return allowed('no rule speaks against it')
  return allowed('its name begins as one of permissions.allow_prefixes', ['permissions', 'allow_prefixes'], begun)
}

function blocked(rule: readonly string[], reason: string, item?: string): Verdict {
  return { verdict: 'blocked', rule, reason, ...(item !== undefined && { item }) }
}

function asks(rule: readonly string[], reason: string, item?: string): Verdict {
  return { verdict: 'asks', rule, reason, ...(item !== undefined && { item }) }
}

function allowed(reason: string, rule?: readonly string[], item?: string): Verdict {
  return { verdict: 'allowed', reason, ...(rule !== undefined && { rule }), ...(item !== undefined && { item }) }
}

const fold = (name: string): string => name.trim().toLowerCase()

/** The item of a list that is a name of the tool. */
function named(list: readonly string[], tool: RuledTool): string | undefined {
  return list.find((listed) => tool.names.some((name) => fold(name) === fold(listed)))
}

function prefixed(prefixes: readonly string[], tool: RuledTool): string | undefined {
  return prefixes.find(
    (prefix) => fold(prefix) !== '' && tool.names.some((name) => fold(name).startsWith(fold(prefix))),
  )
}
