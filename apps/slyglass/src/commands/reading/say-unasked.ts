// Calls that wait for a person's yes, where nobody can be asked: which rule asks, where it stands, and what can be done.
import type { LogEvent } from '@slyglass/run-log'
import type { ReadNetwork } from '../../workspace/networks.ts'
import type { CommandIo } from '../command.ts'
import type { Launched } from '../launch.ts'
import { Places } from './places.ts'

/** Names of the tools that a person was to be asked about. */
export class AskedTools {
  readonly #names = new Set<string>()

  note(events: readonly LogEvent[]): void {
    for (const event of events) if (event.type === 'approval.requested') this.#names.add(event.tool)
  }

  take(): readonly string[] {
    const names = [...this.#names]
    this.#names.clear()
    return names
  }
}

/** Says of each tool why it was refused. `remedy` is what can be done about it here. */
export async function sayUnasked(
  io: CommandIo,
  { studio, project }: Pick<Launched, 'studio' | 'project'>,
  {
    network,
    tools,
    remedy,
  }: { readonly network: ReadNetwork; readonly tools: readonly string[]; readonly remedy: string },
): Promise<void> {
  if (tools.length === 0) return
  const rows = (await studio.explainPermissions(project, network.network.name))?.rows ?? []
  const places = new Places({ cwd: io.cwd, project, files: studio.files })
  for (const tool of tools) {
    const rule = rows.find((row) => row.verdict === 'asks' && fold(row.tool) === fold(tool))
    const why = rule === undefined ? '' : `, because ${rule.reason}`
    const at = rule?.place === undefined ? undefined : await places.show(rule.place)
    const where = at === undefined ? '' : `${at.file}:${at.from.line}:${at.from.column} `
    io.err(
      `${where}${tool} is called only when a person agrees${why}. Nobody could be asked here, so it was refused. ${remedy}`,
    )
  }
}

const fold = (name: string): string => name.trim().toLowerCase()
