// `slyglass import FILE`: a tool that was exported, into a network of this project.
import { readFile } from 'node:fs/promises'
import { planImport } from '../../authoring/import-tool.ts'
import { readSharedTool } from '../../authoring/shared-tool.ts'
import { findDataFolder } from '../../data-folder.ts'
import { createTrust } from '../../workspace/trust.ts'
import type { CommandIo, ExitCode } from '../command.ts'
import { systemFaultText } from '../reading/system-fault.ts'
import { chooseNetwork } from './choose-network.ts'
import { openForWriting } from './open-project.ts'

export interface BringOptions {
  readonly network?: string
  readonly agent?: string
  readonly as?: string
  readonly yes?: boolean
}

/** Files of a tool that are there already are overwritten only when `mayOverwrite` says so. */
export async function bringTool(
  file: string,
  dir: string | undefined,
  options: BringOptions,
  io: CommandIo,
  mayOverwrite: (present: readonly string[]) => Promise<boolean>,
): Promise<ExitCode> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => ({ why: systemFaultText(cause, file) }))
  if (typeof text !== 'string') return refuse([text.why], 2, io)
  const tool = readSharedTool(text)
  if (!tool.ok) return refuse([`${file} cannot be imported: ${tool.error}.`], 2, io)
  const opened = await openForWriting(dir, io)
  if (!opened.ok) return refuse([opened.error], 2, io)
  const { parts, project } = opened.value
  const read = await chooseNetwork({ ...parts, project }, options.network, 'with --network')
  if (!read.ok) return refuse([read.error], 2, io)
  const { agent, as: name } = options
  const place = { read: read.value, ...(agent !== undefined && { agent }), ...(name !== undefined && { name }) }
  const planned = await planImport(parts, project, tool.value, place)
  if (!planned.ok) return refuse([planned.error.message, 'Another name can be given with --as.'], 1, io)
  const { present } = planned.value
  if (present.length > 0 && options.yes !== true && !(await mayOverwrite(present)))
    return refuse([`Nothing was changed. ${present.length} files are there already; --yes overwrites them.`], 1, io)
  // Code of others comes in, even where not all of it does: the studio asks again before anything of the folder runs.
  await createTrust(findDataFolder(io.env, process.platform).trust).set(project.root, false)
  const brought = await planned.value.write()
  if (!brought.ok) return refuse([brought.error.message], 1, io)
  for (const path of brought.value.changed) io.out(path)
  io.err('Nothing of it has run. Look at the files; the studio asks for trust in the folder before it runs them.')
  return 0
}

function refuse(lines: readonly string[], code: ExitCode, io: CommandIo): ExitCode {
  for (const line of lines) io.err(line)
  return code
}
