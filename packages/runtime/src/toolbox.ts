// Entries that name a shared tool.
import { isJsonObject, type Json, type JsonObject } from '@slyglass/base'
import { type Entry, overlay } from '@slyglass/network'

/** A toolbox entry as the coded tool it stands for, or why it cannot be offered. */
export function toolboxEntry(entry: Entry, toolbox: JsonObject): Entry | string {
  const name = entry.toolbox ?? ''
  const info = toolbox.get(name)
  const failed = (why: string) => `Failed to create Agent/tool '${entry.name}': ${why}`
  if (!isJsonObject(info))
    return failed(`the toolbox has no tool "${name}". Correct the name, or add it to the toolbox file.`)
  const className = info.get('class')
  if (typeof className !== 'string' || className === '') return failed(`the toolbox tool "${name}" names no class.`)
  const description = info.get('description')
  if (typeof description !== 'string')
    return failed(
      `the toolbox tool "${name}" is a class of LangChain (${className}). Such tools are not called here; put a coded tool around it.`,
    )
  const parameters = info.get('parameters')
  const { toolbox: _named, ...rest } = entry
  const json = new Map<string, Json>([...entry.json, ['class', className], ['function', info]])
  return { ...rest, json, className, description, ...(isJsonObject(parameters) ? { parameters } : {}) }
}

/** Arguments of a shared tool's class, where those of the entry win. */
export function overlayArguments(args: JsonObject, own: JsonObject | undefined): JsonObject {
  const merged = own === undefined ? undefined : overlay(args, own)
  return merged?.ok === true ? merged.value : new Map([...args, ...(own ?? [])])
}
