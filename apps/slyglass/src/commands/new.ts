import type { CommandEntry, CommandIo, ExitCode } from './command.ts'
import type { OpenedProject } from './making/open-project.ts'
import { quoted, rootOption, typed } from './typed-name.ts'

interface NewToolOptions {
  readonly network?: string
  readonly language: string
  readonly agent?: string
  readonly shared?: boolean
  readonly root?: string
}

/** `slyglass new tool NAME`: class, entry and mention of a new coded tool. */
export const newCommand: CommandEntry = {
  add(program, io) {
    program
      .command('new')
      .description('write something new into the project')
      .command('tool')
      .argument('<name>', 'name of the tool, such as get_weather')
      .description('a new coded tool: its class, its entry, and its name in the agent that calls it')
      .option('--network <name>', 'network that gets it, where there are several')
      .option('--language <language>', 'python or typescript', 'python')
      .option('--agent <name>', 'agent that calls it (the front man)')
      .option('--shared', 'put its file where tools of all networks lie')
      .option('--root <dir>', 'folder of the project (the current one)')
      .action((name: string, options: NewToolOptions) => newTool(name, options, io))
  },
}

async function newTool(name: string, options: NewToolOptions, io: CommandIo): Promise<void> {
  io.exit(await make(name, options, io))
}

async function make(name: string, options: NewToolOptions, io: CommandIo): Promise<ExitCode> {
  const { newToolSchema } = await import('@slyglass/protocol')
  const { createTool } = await import('../authoring/new-tool.ts')
  const { openForWriting } = await import('./making/open-project.ts')
  const { chooseNetwork } = await import('./making/choose-network.ts')
  const opened = await openForWriting(options.root, io)
  if (!opened.ok) return refuse([opened.error], 2, io)
  const { parts, project } = opened.value
  const network = await chooseNetwork({ ...parts, project }, options.network, 'with --network')
  if (!network.ok) return refuse([network.error], 2, io)
  const { language, agent, shared } = options
  const asked = {
    network: network.value.network.name,
    name,
    language,
    ...(agent && { agent }),
    ...(shared && { shared }),
  }
  const body = newToolSchema.safeParse(asked)
  if (!body.success)
    return refuse(
      body.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
      2,
      io,
    )
  const made = await createTool(parts, project, body.data)
  if (!made.ok) {
    const { message, hint, code } = made.error
    return refuse([message, ...(hint === undefined ? [] : [hint])], code === 'network' ? 2 : 1, io)
  }
  for (const path of made.value.changed) io.out(path)
  const words = `call ${quoted(`${network.value.network.name}/${name}`)} inquiry=hello${rootOption(io.cwd, project.root)}`
  io.err(`${made.value.agent} calls ${name} now. Try it: ${typed(io, words)}`)
  const script = await scriptInCharge(opened.value, network.value.network.file)
  if (script !== undefined)
    io.err(`Without a model key, ${script} decides what the offline model calls: it needs a rule for ${name}.`)
  return 0
}

/** The offline model's script, where no real model answers. */
async function scriptInCharge({ parts, project }: OpenedProject, file: string): Promise<string | undefined> {
  const { offlineScriptFile } = await import('@slyglass/network')
  const { resolveModel } = await import('../settings/resolve-model.ts')
  if (!resolveModel({}, await parts.toolEnv(project), {}).offline) return undefined
  const script = offlineScriptFile(file)
  return (await parts.files.read(project.root, script)).ok ? script : undefined
}

function refuse(lines: readonly string[], code: ExitCode, io: CommandIo): ExitCode {
  for (const line of lines) io.err(line)
  return code
}
