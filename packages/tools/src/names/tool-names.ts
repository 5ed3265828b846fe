// One tool has two names: with dots for people, commands, allow lists and code; with underscores for models. Everything that
// is told a name finds the tool here.
import { err, ok, type Result } from '@slyglass/base'

/** A tool by its names. Without a runtime name of its own it has one name for both. */
export interface NamedTool {
  /** As models know it. */
  readonly name: string
  readonly runtimeName?: string | undefined
}

/** The name that a model is told: it knows no dots. */
export function modelName(runtimeName: string): string {
  return runtimeName.replaceAll('.', '_')
}

/** The name that people, commands, lists and code use. */
export function runtimeNameOf({ name, runtimeName }: NamedTool): string {
  return runtimeName ?? name
}

/** All names of a tool, the runtime name first. */
export function namesOf(tool: NamedTool): readonly string[] {
  const { name, runtimeName } = tool
  return runtimeName === undefined || runtimeName === name ? [name] : [runtimeName, name]
}

/** The tool that a name means: an exact runtime name before an exact model name, and either before another letter case. */
export function resolveName<T extends NamedTool>(tools: readonly T[], given: string): T | undefined {
  const name = given.trim()
  const folded = name.toLowerCase()
  return (
    tools.find((tool) => runtimeNameOf(tool) === name) ??
    tools.find((tool) => tool.name === name) ??
    tools.find((tool) => runtimeNameOf(tool).toLowerCase() === folded) ??
    tools.find((tool) => tool.name.toLowerCase() === folded)
  )
}

/** The tools of a list of names, each once, in the order of the tools; names that mean none are told together. */
export function resolveNames<T extends NamedTool>(
  tools: readonly T[],
  given: readonly string[],
): Result<readonly T[], string> {
  const unknown = given.filter((name) => resolveName(tools, name) === undefined)
  if (unknown.length > 0) return err(unknownNamesText(unknown))
  const meant = new Set(given.map((name) => resolveName(tools, name)))
  return ok(tools.filter((tool) => meant.has(tool)))
}

/** What is said of names that mean no tool. */
export function unknownNamesText(names: readonly string[]): string {
  const sorted = [...new Set(names)].sort()
  return `unknown tool name(s): ${sorted.map((name) => `'${name}'`).join(', ')}`
}

/** What is written for a tool under any of its names, such as its mock. */
export function findByName<T>(entries: ReadonlyMap<string, T>, tool: NamedTool): T | undefined {
  const names = namesOf(tool)
  const exact = names.map((name) => entries.get(name)).find((value) => value !== undefined)
  if (exact !== undefined) return exact
  const folded = names.map((name) => name.toLowerCase())
  return [...entries].find(([name]) => folded.includes(name.trim().toLowerCase()))?.[1]
}

/** Two tools that one name of models would stand for, or one runtime name; undefined where every name means one tool. */
export function findCollision<T extends NamedTool>(
  tools: readonly T[],
): { readonly name: string; readonly tools: readonly [T, T] } | undefined {
  const taken = new Map<string, { readonly tool: T; readonly name: string }>()
  for (const tool of tools) {
    for (const name of namesOf(tool)) {
      const key = modelName(name).toLowerCase()
      const other = taken.get(key)
      if (other !== undefined && other.tool !== tool) return { name, tools: [other.tool, tool] }
      taken.set(key, { tool, name })
    }
  }
  return undefined
}
