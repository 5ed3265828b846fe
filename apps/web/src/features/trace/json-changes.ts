// What became of a value, place by place.
import { isJsonList, isJsonObject, type Json, jsonEquals, parseJson, printJson } from '@slyglass/base'

/** One place that differs. Without `before` it is new, without `after` it is gone; no path is the whole. */
export interface JsonChange {
  readonly path: string
  readonly before?: string
  readonly after?: string
}

/** Differences of two texts: by place where both are JSON objects or lists, else as a whole. */
export function changesOf(before: string, after: string): readonly JsonChange[] {
  const [from, to] = [parseJson(before), parseJson(after)]
  if (from.ok && to.ok) return [...changesIn(from.value, to.value, '')]
  return before === after ? [] : [{ path: '', before, after }]
}

function* changesIn(before: Json, after: Json, path: string): Generator<JsonChange> {
  if (jsonEquals(before, after)) return
  const [from, to] = [partsOf(before), partsOf(after)]
  if (from === undefined || to === undefined || isJsonList(before) !== isJsonList(after)) {
    yield { path, before: printJson(before), after: printJson(after) }
    return
  }
  for (const [name, value] of from) {
    const other = to.get(name)
    if (other === undefined) yield { path: join(path, name), before: printJson(value) }
    else yield* changesIn(value, other, join(path, name))
  }
  for (const [name, value] of to) if (!from.has(name)) yield { path: join(path, name), after: printJson(value) }
}

function partsOf(value: Json): ReadonlyMap<string, Json> | undefined {
  if (isJsonObject(value)) return value
  return isJsonList(value) ? new Map(value.map((part, index) => [`[${index}]`, part])) : undefined
}

function join(path: string, name: string): string {
  return path === '' || name.startsWith('[') ? `${path}${name}` : `${path}.${name}`
}
