// What a tool receives of arguments that passed every check: the author's shape and fixed values, in both forms.
import { isJsonList, type Json, type JsonObject, jsonAt } from '@slyglass/base'
import { overlay } from '@slyglass/network'
import { bindArguments, declaresParameters } from '@slyglass/tools'
import type { ToolRules } from './discipline.ts'

/** A tool that brings its own schema gets what was checked; one of a network what neuro-san would hand it. */
export function bindFinal(rules: ToolRules, args: JsonObject): JsonObject {
  const { tool, settings } = rules
  if (tool.schema !== undefined || settings.validateArgs === 'off') return withFixed(args, tool.entry.args)
  const bound = bindArguments(tool.parameters, args, tool.entry.args)
  if (bound.ok) return bound.value
  return withFixed(declaresParameters(rules.schema) ? arranged(rules, args) : args, tool.entry.args)
}

/** Declared ones in their order, others left out: for types that neuro-san has no word for. */
function arranged({ schema }: ToolRules, args: JsonObject): JsonObject {
  const properties = jsonAt(schema, 'properties')
  const names = properties instanceof Map ? [...properties.keys()] : []
  const required = jsonAt(schema, 'required')
  const needed: ReadonlySet<Json> = new Set(isJsonList(required) ? required : [])
  const kept = names.filter((name) => args.has(name) || !needed.has(name))
  return new Map(kept.map((name) => [name, args.get(name) ?? null] as const))
}

function withFixed(sent: JsonObject, fixed: JsonObject | undefined): JsonObject {
  if (fixed === undefined) return sent
  const merged = overlay(sent, fixed)
  return merged.ok ? merged.value : new Map([...sent, ...fixed])
}
