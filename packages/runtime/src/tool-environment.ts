// Where the tools of an entry lie, with what the network says of where they run and what they may reach.
import { printJson, toJson } from '@slyglass/base'
import { type Entry, readStudio, studioOf } from '@slyglass/network'
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
  const { environment, fetchAllow } = studio
  const asked: ToolEnvironment = { ...environment, ...(fetchAllow.length > 0 && { fetchAllow }) }
  if (isPlain(asked)) return variables === false ? sources : { ...sources, ...variables }
  return { ...sources, ...variables, environment: asked }
}

const PLAIN = readStudio(new Map()).environment

/** Nothing is asked for: then nothing is said, so that a process is shared with networks that say nothing. */
function isPlain(asked: ToolEnvironment): boolean {
  return printJson(toJson(asked)) === printJson(toJson(PLAIN))
}
