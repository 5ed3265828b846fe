// Where the tools of an entry lie, with what the network says of where they run and what they may reach.
import { printJson, toJson } from '@slyglass/base'
import { type Entry, readStudio, studioOf } from '@slyglass/network'
import type { ToolEnvironment, ToolSources } from './ports.ts'
import type { RunContext } from './run-context.ts'

/** Sources as hosts get them. Tools with other rules get processes of their own. */
export function sourcesOf(context: Pick<RunContext, 'request' | 'network'>, entry?: Entry): ToolSources {
  const { sources } = context.request
  const studio = studioOf(context.network, entry)
  if (studio === undefined) return sources
  const { environment, fetchAllow } = studio
  const asked: ToolEnvironment = { ...environment, ...(fetchAllow.length > 0 && { fetchAllow }) }
  return isPlain(asked) ? sources : { ...sources, environment: asked }
}

const PLAIN = readStudio(new Map()).environment

/** Nothing is asked for: then nothing is said, so that a process is shared with networks that say nothing. */
function isPlain(asked: ToolEnvironment): boolean {
  return printJson(toJson(asked)) === printJson(toJson(PLAIN))
}
