import type { CommandEntry, CommandIo, ExitCode } from './command.ts'

interface ExportOptions {
  readonly network?: string
  readonly root?: string
  readonly yes?: boolean
}

/** `slyglass export tool TOOL [FILE]`: a tool as one file that `import` reads. */
export const exportCommand: CommandEntry = {
  add(program, io) {
    program
      .command('export')
      .description('write something of the project into one file that can be handed on')
      .command('tool')
      .argument('<tool>', 'NETWORK/TOOL, or TOOL where one network has it')
      .argument('[file]', 'file to write (TOOL.tool.json); - prints it')
      .description('a coded tool with its entry, source, samples and tests; nothing of it is run')
      .option('--network <name>', 'network of the tool')
      .option('--yes', 'overwrite the file')
      .option('--root <dir>', 'folder of the project (the current one)')
      .action(async (tool: string, file: string | undefined, options: ExportOptions) =>
        io.exit(await exportOne(tool, file, options, io)),
      )
  },
}

async function exportOne(
  written: string,
  file: string | undefined,
  options: ExportOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const { openForWriting } = await import('./making/open-project.ts')
  const { findTarget } = await import('./calling/find-target.ts')
  const { exportTool } = await import('../authoring/export-tool.ts')
  const { printSharedTool } = await import('../authoring/shared-tool.ts')
  const opened = await openForWriting(options.root, io, { bare: true })
  if (!opened.ok) return refuse(opened.error, 2, io)
  const { project, parts } = opened.value
  const target = await findTarget({ studio: parts, project }, written, options.network)
  if (!target.ok) return refuse(target.error, 2, io)
  const { network, tool } = target.value
  const exported = await exportTool(project, network, tool, await parts.toolEnv(project))
  if (!exported.ok) return refuse(exported.error, 1, io)
  for (const place of exported.value.leftOut) io.err(`${place} was left out: it looks like a secret.`)
  const text = printSharedTool(exported.value.tool)
  if (file === '-') {
    io.write(text)
    return 0
  }
  return writeOut(file ?? `${tool}.tool.json`, text, options, io)
}

async function writeOut(file: string, text: string, { yes }: ExportOptions, io: CommandIo): Promise<ExitCode> {
  const { writeFile } = await import('node:fs/promises')
  const { resolve } = await import('node:path')
  try {
    await writeFile(resolve(io.cwd, file), text, { flag: yes === true ? 'w' : 'wx' })
  } catch (fault) {
    const isThere = (fault as NodeJS.ErrnoException).code === 'EEXIST'
    const { systemFaultText } = await import('./reading/system-fault.ts')
    return refuse(isThere ? `${file} is there already; --yes overwrites it.` : systemFaultText(fault, file), 1, io)
  }
  io.out(file)
  return 0
}

function refuse(message: string, code: ExitCode, io: CommandIo): ExitCode {
  io.err(message)
  return code
}
