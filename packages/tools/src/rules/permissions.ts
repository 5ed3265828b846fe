// Which tools may be called at all, and which only after a person agreed. All names are compared without regard to case.
import type { PermissionRules } from '@slyglass/network'

/** A tool as rules see it: each of its names, the runtime name first. */
export interface RuledTool {
  readonly names: readonly string[]
  readonly category?: string
  readonly requiresApproval?: boolean
}

/** True when a tool must not be called, nor offered. An allow list that is there lets nothing else through, in every mode. */
export function isBlocked(rules: PermissionRules, tool: RuledTool): boolean {
  const { deny, denyPrefixes, allow, allowPrefixes, mode } = rules
  if (isNamed(deny, tool) || isPrefixed(denyPrefixes, tool)) return true
  if (allow.length + allowPrefixes.length > 0) return !(isNamed(allow, tool) || isPrefixed(allowPrefixes, tool))
  return mode === 'strict'
}

/** Why a tool is blocked, for people; undefined when it is not. */
export function blockedBy(rules: PermissionRules, tool: RuledTool): string | undefined {
  if (isNamed(rules.deny, tool)) return 'it is in permissions.deny'
  if (isPrefixed(rules.denyPrefixes, tool)) return 'its name begins as one of permissions.deny_prefixes'
  if (!isBlocked(rules, tool)) return undefined
  const listed = rules.allow.length + rules.allowPrefixes.length > 0
  return listed
    ? 'permissions.allow does not name it'
    : 'permissions.mode is strict and permissions.allow names no tool'
}

/** True when a person must agree to each call. A tool's own flag can only be added to. */
export function needsApproval(rules: PermissionRules, tool: RuledTool): boolean {
  if (tool.requiresApproval === true || rules.mode === 'strict') return true
  if (isNamed(rules.approvalRequired, tool) && rules.mode === 'default') return true
  return rules.mode === 'permissive' && tool.category === 'execute' && !rules.allowUnattendedExecute
}

const fold = (name: string): string => name.trim().toLowerCase()

function isNamed(list: readonly string[], tool: RuledTool): boolean {
  return list.some((listed) => tool.names.some((name) => fold(name) === fold(listed)))
}

function isPrefixed(prefixes: readonly string[], tool: RuledTool): boolean {
  return prefixes.some(
    (prefix) => fold(prefix) !== '' && tool.names.some((name) => fold(name).startsWith(fold(prefix))),
  )
}
