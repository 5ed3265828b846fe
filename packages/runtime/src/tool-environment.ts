// Where the tools of an entry lie, with what the network says of where they run and what they may reach.
import { printJson, toJson } from '@slyglass/base'
import { type Entry, readStudio, type Studio, studioOf } from '@slyglass/network'
import type { ToolEnvironment, ToolSources } from './ports.ts'
import type { RunContext } from './run-context.ts'

/** Sources as hosts get them. Tools with other rules get processes of their own. */
export function sourcesOf(
  context: Pick<RunContext, 'request' | 'network'>,
  entry?: Entry,
  /** Variables that a definition in code declares; absent of a class that is none. */
  declared?: readonly string[],
): ToolSources {
  const { sources } = context.request
  const studio = studioOf(context.network, entry)
  const names = [studio?.uses.env, declared].filter((list) => list !== undefined)
  const variables = names.length > 0 && { variables: [...new Set(names.flat())] }
  if (studio === undefined) return variables === false ? sources : { ...sources, ...variables }
  const environment = environmentAsked(studio)
  if (environment === undefined) return variables === false ? sources : { ...sources, ...variables }
  return { ...sources, ...variables, environment }
}

const PLAIN = printJson(toJson(readStudio(new Map()).environment))

const asked = new WeakMap<Studio, { readonly environment: ToolEnvironment | undefined }>()

/** Undefined when nothing is asked for: then nothing is said, so that a process is shared with networks that say nothing. */
function environmentAsked(studio: Studio): ToolEnvironment | undefined {
  const known = asked.get(studio)
  if (known !== undefined) return known.environment
  const { environment, fetchAllow } = studio
  const all: ToolEnvironment = { ...environment, ...(fetchAllow.length > 0 && { fetchAllow }) }
  const found = { environment: printJson(toJson(all)) === PLAIN ? undefined : all }
  asked.set(studio, found)
  return found.environment
}
