import type { CommandEntry, CommandIo } from './command.ts'
import { endWrongUse } from './reading/fault.ts'
import { newFolderComplaint } from './reading/paths.ts'
import { rootOption, typed } from './typed-name.ts'

/** `slyglass init DIR`: a project that runs as it is. */
export const initCommand: CommandEntry = {
  add(program, io) {
    program
      .command('init')
      .argument('<dir>', 'folder of the new project')
      .description('make a project with one network, one tool and a test; nothing is overwritten')
      .action((dir: string) => init(dir, io))
  },
}

async function init(dir: string, io: CommandIo): Promise<void> {
  const { stat, writeFile } = await import('node:fs/promises')
  const { makeFolder } = await import('./reading/make-folder.ts')
  const { isSystemFault, systemFaultText } = await import('./reading/system-fault.ts')
  const { dirname, join, resolve } = await import('node:path')
  const { NEW_PROJECT } = await import('./projecting/new-project.ts')
  const root = resolve(io.cwd, dir)
  const files = Object.entries(NEW_PROJECT)
  const complaint = await newFolderComplaint(root, 'Choose another folder.')
  if (complaint !== undefined) return endWrongUse(io, complaint)
  const present = await Promise.all(
    files.map(async ([path]) => ((await stat(join(root, path)).catch(() => undefined)) === undefined ? [] : [path])),
  )
  if (present.flat().length > 0) {
    io.err(`${root} already has ${present.flat().join(', ')}. Nothing was written; choose another folder.`)
    return io.exit(1)
  }
  try {
    for (const [path, text] of files) {
      await makeFolder(dirname(join(root, path)))
      await writeFile(join(root, path), text, { flag: 'wx' })
    }
  } catch (fault) {
    const why =
      isSystemFault(fault) && fault.code === 'ENOENT' ? `the system makes no folder ${root}.` : systemFaultText(fault)
    io.err(`No project was made: ${why} Choose another folder.`)
    return io.exit(1)
  }
  for (const [path] of files) io.out(path)
  const words = `chat greeter --message "Please greet Ada."${rootOption(io.cwd, root)}`
  io.out(`A project is in ${root}. Try: ${typed(io, words)}`)
  io.exit(0)
}
