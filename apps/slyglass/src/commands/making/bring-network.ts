// `slyglass import FILE.hocon`: a network from elsewhere, with what it includes and what lies beside it, into this project.
import { dirname } from 'node:path'
import { findToolSource } from '@slyglass/environment'
import { planNetwork } from '../../authoring/import-network.ts'
import { type FoundNetwork, readNetworkFiles } from '../../authoring/network-files.ts'
import { findDataFolder } from '../../data-folder.ts'
import type { Refusal } from '../../refusal.ts'
import { isBelow } from '../../workspace/confine.ts'
import { networkNameOf } from '../../workspace/project-networks.ts'
import { toolSources } from '../../workspace/tool-paths.ts'
import { createTrust } from '../../workspace/trust.ts'
import { checkDocument } from '../checking/check-project.ts'
import { type Finding, sayFindings, showDiagnostics } from '../checking/finding.ts'
import type { CommandIo, ExitCode } from '../command.ts'
import { Places } from '../reading/places.ts'
import { nearestProject } from '../reading/project-folder.ts'
import { openDocument, openWorkspace } from '../reading/workspace.ts'
import { quoted, rootOption, typed } from '../typed-name.ts'
import type { BringOptions } from './bring-tool.ts'
import { type OpenedProject, openForWriting } from './open-project.ts'

/** Files with another text that are there already are overwritten only when `mayOverwrite` says so. */
export async function bringNetwork(
  file: string,
  dir: string | undefined,
  options: BringOptions,
  io: CommandIo,
  mayOverwrite: (present: readonly string[]) => Promise<boolean>,
): Promise<ExitCode> {
  if (options.network !== undefined || options.agent !== undefined)
    return refuse(
      ['--network and --agent say where a tool goes. A network comes in by itself; --as renames it.'],
      2,
      io,
    )
  const found = await readNetworkFiles(file, await nearestProject(dirname(file)))
  if (!found.ok) return refuse(wordsOf(found.error), found.error.code === 'file-missing' ? 2 : 1, io)
  const opened = await openForWriting(dir, io, { also: 'an empty folder' })
  if (!opened.ok) return refuse([opened.error], 2, io)
  const { parts, project } = opened.value
  const trust = createTrust(findDataFolder(io.env, process.platform).trust)
  const brought = { ...found.value, name: options.as ?? found.value.name }
  const planned = await planNetwork({ ...parts, trust }, project, brought)
  if (!planned.ok) return refuse(wordsOf(planned.error), planned.error.code === 'name' ? 2 : 1, io)
  const { present } = planned.value
  if (present.length > 0 && options.yes !== true && !(await mayOverwrite(present))) {
    const are = present.length === 1 ? 'One file is' : `${present.length} files are`
    return refuse([`Nothing was changed. ${are} there already with another text; --yes overwrites.`], 1, io)
  }
  const written = await planned.value.write()
  if (!written.ok) return refuse(wordsOf(written.error), 1, io)
  for (const path of written.value.changed) io.out(path)
  const isWhole = await sayMissing(opened.value, found.value, planned.value, io)
  if (written.value.changed.length === 0) io.err(`${project.root} had all of it already; nothing was changed.`)
  else io.err('Nothing of it has run. Look at the files; the studio asks for trust in the folder before it runs them.')
  const words = `chat ${quoted(planned.value.network)}${rootOption(io.cwd, project.root)}`
  if (isWhole) io.err(`${planned.value.network} is in ${project.root}. Try: ${typed(io, words)}`)
  return 0
}

/** Says what the network names and the project has not: code and other files stay where they are. @returns whether nothing is missing. */
async function sayMissing(
  { project, parts }: OpenedProject,
  from: FoundNetwork,
  { network, file }: { readonly network: string; readonly file: string },
  io: CommandIo,
): Promise<boolean> {
  const missing = await findMissing(`${project.root}/${file}`, project.root, io)
  if (missing.length === 0) return true
  io.err(`${network} is not whole here:`)
  sayFindings(io, missing)
  const there = toolSources(from.root, networkNameOf(from.network.file), {})
  const here = toolSources(project.root, network, await parts.toolEnv(project))
  for (const { className } of from.network.entries) {
    const source = className === undefined ? undefined : findToolSource(there, className)
    if (className === undefined || source?.found !== true || !isBelow(from.root, source.file)) continue
    const own = findToolSource(here, className)
    if (!own.found) io.err(`${className} is in ${source.file}. Look at it, and copy it to a place that was looked at.`)
  }
  return false
}

/** Errors of the network as `check` finds them, and includes that add nothing. */
async function findMissing(file: string, root: string, io: CommandIo): Promise<readonly Finding[]> {
  const workspace = await openWorkspace(io)
  const opened = await openDocument(io, workspace, file, root)
  if (!opened.ok) return []
  const loader = { diagnose: async () => [] }
  const typedHere = (words: string) => typed(io, words)
  const said = await checkDocument({ ...workspace, loader, hints: false, typed: typedHere }, opened.value)
  const places = new Places({ cwd: io.cwd, project: opened.value.project, files: opened.value.files })
  const found = await showDiagnostics(places, said)
  return found.filter(({ severity, code }) => severity === 'error' || code.startsWith('include-'))
}

const wordsOf = ({ message, hint }: Refusal): readonly string[] => [message, ...(hint === undefined ? [] : [hint])]

function refuse(lines: readonly string[], code: ExitCode, io: CommandIo): ExitCode {
  for (const line of lines) io.err(line)
  return code
}
