// Shared tools: the built-in one and those of the network's toolbox_info file.
import { isJsonObject, type Json, type JsonObject, jsonAt } from '@slyglass/base'
import { type Entry, infoFile, type Network, overlay, readInfo } from '@slyglass/network'
import { SHARED_TOOLS } from '@slyglass/tools'
import type { RunRequest } from './ports.ts'
import { textsOf } from './read-run-network.ts'

const optional = (type: string, description: string): JsonObject =>
  new Map<string, Json>([
    ['type', type],
    ['description', description],
  ])

const BUILT_IN: JsonObject = new Map<string, Json>([
  ...SHARED_TOOLS,
  [
    'get_current_date_time',
    new Map<string, Json>([
      ['class', 'get_current_date_time.GetCurrentDateTime'],
      [
        'description',
        'Get the current date and time for a specified timezone. utc_offset has precedence over iana_timezone.',
      ],
      [
        'parameters',
        new Map<string, Json>([
          ['type', 'object'],
          [
            'properties',
            new Map<string, Json>([
              [
                'utc_offset',
                optional(
                  'int',
                  'The UTC offset in hours (e.g., -5 for EST, 1 for CET). Must be between -24 and 24. Has precedence over iana_timezone.',
                ),
              ],
              [
                'iana_timezone',
                optional('string', "The IANA timezone string (e.g., 'America/New_York', 'Europe/Berlin')."),
              ],
            ]),
          ],
        ]),
      ],
    ]),
  ],
])

/** All shared tools that a network may name. A file that cannot be read gives none; loading tells of it. */
export function readToolbox(request: Pick<RunRequest, 'documents' | 'env'>, network: Network): JsonObject {
  const file = infoFile(network.json, 'toolbox', request.env)
  const own = file === undefined ? undefined : readInfo(file, textsOf(request), request.env)
  if (own?.ok !== true) return BUILT_IN
  const merged = overlay(withoutReplaced(own.value), own.value)
  return merged.ok ? merged.value : own.value
}

/** The studio's own tools without those that a file has under the same name with a class of its own: nothing of ours stays in them. */
function withoutReplaced(own: JsonObject): JsonObject {
  const isReplaced = (name: string) => SHARED_TOOLS.has(name) && jsonAt(own, name, 'class') !== undefined
  return new Map([...BUILT_IN].filter(([name]) => !isReplaced(name)))
}

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
