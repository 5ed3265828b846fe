// Calls that wait for a person's yes, where nobody can be asked: which rule asks, where it stands, and what can be done.
import type { RunId } from '@slyglass/base'
import type { LogEvent } from '@slyglass/run-log'
import type { RunStore } from '@slyglass/runtime'
import { readPages } from '../../runs/read-pages.ts'
import type { ReadNetwork } from '../../workspace/networks.ts'
import type { CommandIo } from '../command.ts'
import type { Launched } from '../launch.ts'
import { Places } from './places.ts'

interface AskedTool {
  readonly tool: string
  /** The other network in whose run it stood; absent: the one that was asked. */
  readonly network?: string
}

/** The tools that a person was to be asked about, in a run and in those of the other networks that it asked. */
export class AskedTools {
  readonly #names = new Set<string>()
  readonly #peers = new Set<RunId>()

  note(events: readonly LogEvent[]): void {
    for (const event of events) {
      if (event.type === 'approval.requested') this.#names.add(event.tool)
      if (event.type === 'attempt.started' && event.peerRun !== undefined) this.#peers.add(event.peerRun)
    }
  }

  async take(store: Pick<RunStore, 'read'>): Promise<readonly AskedTool[]> {
    const own = [...this.#names].map((tool): AskedTool => ({ tool }))
    const others = await Promise.all([...this.#peers].map((run) => askedIn(store, run)))
    this.#names.clear()
    this.#peers.clear()
    const all = [...own, ...others.flat()]
    return [...new Map(all.map((asked) => [`${asked.network} ${asked.tool}`, asked])).values()]
  }
}

async function askedIn(store: Pick<RunStore, 'read'>, run: RunId): Promise<readonly AskedTool[]> {
  const within = new AskedTools()
  let network: string | undefined
  for await (const events of readPages(store, run)) {
    within.note(events)
    for (const event of events) if (event.type === 'run.started') network = event.network
  }
  const asked = await within.take(store)
  return asked.map((one) => ({ ...(network !== undefined && { network }), ...one }))
}

/** Says of each tool why it was refused. `remedy` is what can be done about it here. */
export async function sayUnasked(
  io: CommandIo,
  { studio, project }: Pick<Launched, 'studio' | 'project'>,
  {
    network: { network },
    asked,
    remedy,
  }: { readonly network: ReadNetwork; readonly asked: AskedTools; readonly remedy: string },
): Promise<void> {
  const places = new Places({ cwd: io.cwd, project, files: studio.files })
  for (const { tool, network: other } of await asked.take(studio.store)) {
    const rows = (await studio.explainPermissions(project, other ?? network.name))?.rows ?? []
    const rule = rows.find((row) => row.verdict === 'asks' && fold(row.tool) === fold(tool))
    const why = rule === undefined ? '' : `, because ${rule.reason}`
    const at = rule?.place === undefined ? undefined : await places.show(rule.place)
    const where = at === undefined ? '' : `${at.file}:${at.from.line}:${at.from.column} `
    io.err(
      `${where}${tool}${other === undefined ? '' : ` of the network ${other}`} is called only when a person agrees${why}. Nobody could be asked here, so it was refused. ${remedy}`,
    )
  }
}

const fold = (name: string): string => name.trim().toLowerCase()
