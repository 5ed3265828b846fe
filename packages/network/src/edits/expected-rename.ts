// What must be so after an entry got another name. By itself: editors load this without what belongs to other edits.
import { isJsonList, isJsonObject, type Json, type JsonObject, jsonEquals } from '@slyglass/base'
import { jsonOf } from '@slyglass/hocon'
import type { DocumentEdit } from '../model.ts'
import type { NetworkSource } from '../network-source.ts'
import { toolsOf } from './network-json.ts'

/** True when the network after an edit is the network before it with exactly that entry renamed, and its references. */
export function isRenamed(
  before: NetworkSource,
  after: NetworkSource,
  { entry, to }: { readonly entry: string; readonly to: string },
  edits: readonly DocumentEdit[],
): boolean {
  if (isWorse(before, after) || !isSameElsewhere(before, after, edits)) return false
  const change = (name: Json): readonly Json[] => [name === entry ? to : name]
  const wanted = toolsOf(before.network.json).map((one) => {
    const mapped = mapReferences(one, change)
    return isJsonObject(mapped) && mapped.get('name') === entry ? new Map(mapped).set('name', to) : mapped
  })
  return jsonEquals(wanted, toolsOf(after.network.json))
}

/** An entry with other references. */
export function mapReferences(entry: Json, change: (item: Json) => readonly Json[]): Json {
  if (!isJsonObject(entry)) return entry
  const mapped = new Map(entry)
  const tools = entry.get('tools')
  if (isJsonList(tools)) mapped.set('tools', tools.flatMap(change))
  const args = entry.get('args')
  if (isJsonObject(args)) mapped.set('args', mapArgs(args, change))
  return mapped
}

function mapArgs(args: JsonObject, change: (item: Json) => readonly Json[]): JsonObject {
  const tools = args.get('tools')
  if (isJsonList(tools)) return new Map(args).set('tools', tools.flatMap(change))
  if (!isJsonObject(tools)) return args
  const kept = [...tools].flatMap(([label, item]) => change(item).map((next): [string, Json] => [label, next]))
  return new Map(args).set('tools', new Map(kept))
}

// Other top-level values stay, except those in whose text the edit was made.
export function isSameElsewhere(before: NetworkSource, after: NetworkSource, edits: readonly DocumentEdit[]): boolean {
  const [was, is] = [before.evaluation.value, after.evaluation.value]
  if (was.kind !== 'object' || is.kind !== 'object') return false
  // A new include brings keys of its own.
  const brings = after.network.documents.length > before.network.documents.length
  if (!brings && was.fields.size !== is.fields.size) return false
  return [...was.fields].every(([key, { value }]) => {
    const now = is.fields.get(key)?.value
    if (key === 'tools') return now !== undefined
    const { place } = value.origin
    const touched = edits.some((edit) => edit.doc === place.doc && edit.from >= place.from && edit.to <= place.to)
    return now !== undefined && (touched || jsonEquals(jsonOf(value), jsonOf(now)))
  })
}

// An edit may not bring new faults of the text, nor take substitutions their meaning.
export function isWorse(before: NetworkSource, after: NetworkSource): boolean {
  const errors = (source: NetworkSource) =>
    source.evaluation.diagnostics.filter((diagnostic) => diagnostic.severity === 'error').length
  return errors(after) > errors(before)
}
