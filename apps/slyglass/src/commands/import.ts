import type { CommandEntry, CommandIo } from './command.ts'
import { endWrongUse } from './reading/fault.ts'
import { quoted, rootOption, typed } from './typed-name.ts'

interface ImportOptions {
  readonly network?: string
  readonly agent?: string
  readonly as?: string
  readonly yes?: boolean
}

/** `slyglass import NAME`: a shipped sample, a group of them, a network or a tool from its file, in the project of this folder. */
export const importCommand: CommandEntry = {
  add(program, io) {
    program
      .command('import')
      .argument(
        '<name>',
        'a sample such as music_nerd_pro, a group such as basic, or a file such as desk.hocon or get_weather.tool.json',
      )
      .argument('[dir]', 'folder of the project (the current one)')
      .description(
        'bring in a shipped sample with its tools, a network with what it includes, or a tool that was exported; asks before it overwrites',
      )
      .option('--network <name>', 'of a tool: the network that gets it')
      .option('--agent <name>', 'of a tool: the agent that calls it (the front man)')
      .option('--as <name>', 'of a tool or a network: another name for it')
      .option('--yes', 'overwrite without asking')
      .action((name: string, dir: string | undefined, options: ImportOptions) => importSample(name, dir, options, io))
  },
}

async function importSample(
  name: string,
  dir: string | undefined,
  options: ImportOptions,
  io: CommandIo,
): Promise<void> {
  const { join, resolve } = await import('node:path')
  const ask = (present: readonly string[]) => mayOverwrite(present, io)
  if (name.endsWith('.json')) {
    const { bringTool } = await import('./making/bring-tool.ts')
    return io.exit(await bringTool(resolve(io.cwd, name), dir, options, io, ask))
  }
  if (/\.(hocon|conf)$/i.test(name)) {
    const { bringNetwork } = await import('./making/bring-network.ts')
    return io.exit(await bringNetwork(resolve(io.cwd, name), dir, options, io, ask))
  }
  const { openSampleShelf } = await import('../authoring/find-sample.ts')
  const { nearNames } = await import('@slyglass/network')
  const { bringIn, findOutside, findPresent } = await import('../authoring/bring-in.ts')
  const { findProjectFolder } = await import('./reading/project-folder.ts')
  const folder = await findProjectFolder(dir, io, 'an empty folder')
  if (!folder.ok) return endWrongUse(io, folder.error)
  const root = folder.value
  const shelf = await openSampleShelf(join(io.dist, 'samples'))
  const sample = await shelf.find(name)
  if (sample === undefined) return endWrongUse(io, noSample(name, shelf.names, nearNames(name, shelf.names)))
  const outside = await findOutside(sample, await confinementOf(root, io))
  if (outside !== undefined) {
    io.err(`Nothing was changed. ${outside.message}`)
    return io.exit(1)
  }
  const present = await findPresent(root, sample)
  if (present.length > 0 && options.yes !== true && !(await mayOverwrite(present, io))) {
    const are = present.length === 1 ? 'One file is' : `${present.length} files are`
    io.err(`Nothing was changed. ${are} there already; --yes overwrites.`)
    return io.exit(1)
  }
  const brought = await bringIn(sample, root)
  if (!brought.ok) {
    io.err(brought.error)
    return io.exit(1)
  }
  for (const path of brought.value) io.out(path)
  const { networkNameOf } = await import('../workspace/project-networks.ts')
  const networks = sample.networks.map((file) => networkNameOf(`registries/${file}`))
  const first = networks.find((one) => one === name || one.endsWith(`/${name}`)) ?? networks[0]
  if (first !== undefined) {
    const words = `chat ${quoted(first)}${rootOption(io.cwd, root)}`
    io.out(`${name} is in ${root}. Try: ${typed(io, words)}`)
  }
  io.exit(0)
}

function noSample(name: string, names: readonly string[], near: readonly string[]): string {
  const hint = near.length === 0 ? `There are: ${names.join(', ')}.` : `Did you mean ${near.join(' or ')}?`
  return `There is no sample ${name}. ${hint}`
}

async function confinementOf(root: string, io: CommandIo) {
  const { realpath } = await import('node:fs/promises')
  const { findDataFolder } = await import('../data-folder.ts')
  const data = findDataFolder(io.env, process.platform).root
  return { root: await realpath(root), closed: await realpath(data).catch(() => data) }
}

/** Asks in a terminal; where nobody can be asked, the answer is no. */
async function mayOverwrite(present: readonly string[], io: CommandIo): Promise<boolean> {
  io.err(`These files are there already:\n  ${present.join('\n  ')}`)
  if (process.stdin.isTTY !== true) return false
  const { createInterface } = await import('node:readline/promises')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const said = await lines.question('Overwrite them? [y/N] ')
  lines.close()
  return /^y(es)?$/i.test(said.trim())
}
