// Shared tools that need a key or a package: one that cannot be called here is not offered, instead of failing when it is called.
import { isJsonObject, type JsonObject, jsonAt } from '@slyglass/base'
import { type Entry, studioOf } from '@slyglass/network'
import { needsOf } from '@slyglass/tools'
import type { RunContext } from './run-context.ts'

/** The entry of a name that stands for a shared tool with needs; undefined where nobody can tell whether they are met. */
export function entryWithNeeds(context: RunContext, name: string): Entry | undefined {
  if (context.unmetNeeds === undefined) return undefined
  const entry = context.network.entries.find((one) => one.name === name)
  const className = entry === undefined ? undefined : jsonAt(infoOf(context, entry), 'class')
  if (typeof className !== 'string' || (needsOf(className) ?? []).length === 0) return undefined
  return entry
}

/** Why the shared tool of an entry cannot be called here; undefined when it can, or when a mock stands for it. */
export async function unmetNeeds(context: RunContext, entry: Entry): Promise<string | undefined> {
  const info = infoOf(context, entry)
  if (info === undefined || studioOf(context.network, entry)?.mocks.has(entry.name) === true) return undefined
  const reason = await context.unmetNeeds?.(info, entry.args)
  if (reason === undefined) return undefined
  return `Failed to create Agent/tool '${entry.name}': the toolbox tool "${entry.toolbox}" cannot be called here. ${reason}`
}

function infoOf({ toolbox }: RunContext, entry: Entry): JsonObject | undefined {
  const info = entry.toolbox === undefined ? undefined : toolbox.get(entry.toolbox)
  return isJsonObject(info) ? info : undefined
}
