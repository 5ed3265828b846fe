// The shared tools that a network may name: the studio's own, overlaid by those of its toolbox_info file (N-77).
import { type Json, type JsonObject, jsonAt } from '@slyglass/base'
import { infoFile, type Network, overlay, readInfo } from '@slyglass/network'
import { SHARED_TOOLS } from './shared-tools.ts'

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

/** What is needed to find a network's own file of shared tools: its documents by path, and variables. */
export interface ToolboxSurroundings {
  readonly documents: readonly { readonly path: string; readonly text: string }[]
  readonly env: Readonly<Record<string, string>>
}

/** All shared tools that a network may name. A file that cannot be read gives none; loading tells of it. */
export function readToolbox({ documents, env }: ToolboxSurroundings, network: Network): JsonObject {
  const file = infoFile(network.json, 'toolbox', env)
  const texts = Object.fromEntries(documents.map(({ path, text }) => [path, text]))
  const own = file === undefined ? undefined : readInfo(file, texts, env)
  if (own?.ok !== true) return BUILT_IN
  const merged = overlay(withoutReplaced(own.value), own.value)
  return merged.ok ? merged.value : own.value
}

/** The studio's own tools without those that a file has under the same name with a class of its own: nothing of ours stays in them. */
function withoutReplaced(own: JsonObject): JsonObject {
  const isReplaced = (name: string) => SHARED_TOOLS.has(name) && jsonAt(own, name, 'class') !== undefined
  return new Map([...BUILT_IN].filter(([name]) => !isReplaced(name)))
}
