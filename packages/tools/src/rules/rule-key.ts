// Whose calls are counted or kept together: paths such as `args.url`, `deps.user_id` or `sly_data.token`.
import { type Json, type JsonObject, jsonAt, printJson } from '@slyglass/base'

/** What a path may read. Of a private value only its fingerprint is ever used. */
export interface KeySources {
  readonly args: JsonObject
  readonly deps: JsonObject
  fingerprint(key: string): string | undefined
}

/** One text for the values at the paths. A path without a head (`url`) reads the arguments. */
export function ruleKey(paths: readonly string[], sources: KeySources): string {
  return JSON.stringify(paths.map((path) => valueAt(path, sources)))
}

/** The value at one path as text; undefined values are told apart from null. */
function valueAt(path: string, { args, deps, fingerprint }: KeySources): string {
  const [head = '', ...rest] = path.split('.')
  if (head === 'sly_data') return fingerprint(rest.join('.')) ?? ''
  if (head === 'deps') return show(jsonAt(deps, ...rest))
  return show(head === 'args' ? jsonAt(args, ...rest) : jsonAt(args, head, ...rest))
}

const show = (value: Json | undefined): string => (value === undefined ? '' : printJson(value))

/** The text value at a path, for tiers. */
export function ruleWord(path: string, sources: Omit<KeySources, 'fingerprint'>): string | undefined {
  const [head = '', ...rest] = path.split('.')
  const value =
    head === 'deps'
      ? jsonAt(sources.deps, ...rest)
      : jsonAt(sources.args, ...(head === 'args' ? rest : [head, ...rest]))
  return typeof value === 'string' ? value : undefined
}
