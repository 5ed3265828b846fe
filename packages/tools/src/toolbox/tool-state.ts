import { type Json, type JsonObject, jsonAt } from '@slyglass/base'
import { needsOf, type ToolNeed } from './needs.ts'

/** What is known of the machine and the project. */
export interface ToolFacts {
  /** Whether a need of a tool is met. */
  has(need: ToolNeed): boolean
  /** Tools never get this variable. */
  isWithheld?(variable: string): boolean
  /** The project has the class itself, whatever is installed. */
  isOwn(className: string): boolean
}

/** `mockable`: it cannot be called, but its description and parameters are known, so that `studio.mocks` can stand for it. */
export type ToolReadiness = 'usable' | 'mockable' | 'unavailable'

/** Whether a shared tool can be called here, and why not. */
export interface ToolState {
  readonly readiness: ToolReadiness
  readonly needs: readonly (ToolNeed & { readonly met: boolean })[]
  /** Absent of a usable one. */
  readonly reason?: string
}

/** The state of a toolbox entry. `args` are those of the entry that names it. */
export function toolState(info: Json | undefined, facts: ToolFacts, args?: JsonObject): ToolState {
  const className = jsonAt(info, 'class')
  if (typeof className !== 'string' || className === '')
    return { readiness: 'unavailable', needs: [], reason: 'It names no class. Write "class" into its toolbox entry.' }
  const known = facts.isOwn(className) ? [] : (needsOf(className) ?? [])
  const given = (need: ToolNeed) =>
    need.argument !== undefined && (hasText(args, need.argument) || hasText(jsonAt(info, 'args'), need.argument))
  const needs = known.map((need) => ({ ...need, met: given(need) || facts.has(need) }))
  const unmet = needs.filter((need) => !need.met)
  if (unmet.length === 0) return { readiness: 'usable', needs }
  const isKnown = typeof jsonAt(info, 'description') === 'string'
  const reason = `It needs ${listed(unmet.map((need) => words(need, facts)))}.`
  return { readiness: isKnown ? 'mockable' : 'unavailable', needs, reason }
}

function hasText(json: Json | undefined, name: string): boolean {
  const value = jsonAt(json, name)
  return typeof value === 'string' && value !== ''
}

function words(need: ToolNeed, facts: ToolFacts): string {
  const { kind, name, module, or = [], argument } = need
  if (kind === 'python') return 'Python, which was not found on this machine'
  if (kind === 'file') return `the file ${name} in the project`
  if (kind === 'package') return packageWords(name, module)
  if (facts.isWithheld?.(name) === true)
    return `${name}, which no tool of a project gets, because it is the key of a model provider`
  const others = or.map((other) => ` or ${other}`).join('')
  return `${name}${others}${argument === undefined ? '' : ` (or the argument ${argument})`} in the project's .env`
}

function packageWords(name: string, module: string | undefined): string {
  const isPart = module?.startsWith('neuro_san_studio.') === true
  const what = isPart ? `${module} of the package ${name}` : `the package ${name}`
  return `${what} in the chosen Python (pip install ${name})`
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
