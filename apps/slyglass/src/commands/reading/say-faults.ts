// What is wrong with a network that is to be run, before it runs: the true cause first, with its file, line and column.
import type { Diagnostic } from '@slyglass/network'
import type { ReadNetwork } from '../../workspace/networks.ts'
import { printFinding, showDiagnostic } from '../checking/finding.ts'
import type { CommandIo } from '../command.ts'
import type { Launched } from '../launch.ts'
import { quoted, typed } from '../typed-name.ts'
import { Places } from './places.ts'

type Opened = Pick<Launched, 'studio' | 'project'>

/** Says why a network cannot run. True when it cannot. */
export async function sayWhyNotRun(io: CommandIo, opened: Opened, { network }: ReadNetwork): Promise<boolean> {
  const errors = network.diagnostics.filter(({ severity }) => severity === 'error')
  const [first, ...others] = errors
  if (first === undefined) return false
  await sayOne(io, opened, first)
  const more = `${others.length} more error${others.length === 1 ? '' : 's'}, perhaps because of it`
  const rest = others.length === 0 ? '' : ` There ${others.length === 1 ? 'is' : 'are'} ${more}: ${checkOf(io, opened)}`
  io.err(`${network.name} cannot run until that is mended.${rest}`)
  return true
}

/** Says what will fail when a network runs: tools that are not there or cannot be read, whose names it gives back. The network runs all the same. */
export async function sayWhatFails(
  io: CommandIo,
  opened: Opened,
  { network }: ReadNetwork,
): Promise<readonly string[]> {
  const found = (await opened.studio.findTools(opened.project, network.name)) ?? []
  const warned = network.diagnostics.filter(({ severity }) => severity === 'warning')
  for (const one of [...found.flatMap(({ diagnostic }) => diagnostic ?? []), ...warned]) await sayOne(io, opened, one)
  return found.flatMap(({ entry, diagnostic }) => (diagnostic === undefined ? [] : [entry]))
}

/** Says what is wrong with one tool. True when something is. */
export async function sayWhatFailsOf(
  io: CommandIo,
  opened: Opened,
  { network }: ReadNetwork,
  tool: string,
): Promise<boolean> {
  const found = (await opened.studio.findTools(opened.project, network.name)) ?? []
  const own = found.find(({ entry }) => entry === tool)?.diagnostic
  if (own !== undefined) await sayOne(io, opened, own)
  return own !== undefined
}

async function sayOne(io: CommandIo, { studio, project }: Opened, diagnostic: Diagnostic): Promise<void> {
  const places = new Places({ cwd: io.cwd, project, files: studio.files })
  io.err(printFinding(await showDiagnostic(places, diagnostic)))
}

function checkOf(io: CommandIo, { project }: Opened): string {
  return typed(io, project.root === io.cwd ? 'check' : `check ${quoted(project.root)}`)
}
