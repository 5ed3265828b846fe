import type { CommandEntry, CommandIo, ExitCode } from './command.ts'
import { endWrongUse } from './reading/fault.ts'
import { typed } from './typed-name.ts'

interface CallOptions {
  readonly network?: string
  readonly agent?: string
  readonly slyData?: string
  readonly deps?: string
  readonly repeat?: string
  readonly json?: boolean
  readonly list?: boolean
  readonly root?: string
}

/** `slyglass call TOOL`: one tool alone, without a model. */
export const callCommand: CommandEntry = {
  add(program, io) {
    program
      .command('call')
      .argument('[tool]', 'NETWORK/TOOL, or TOOL where one network has it; ",TOOL …" is a command as in a chat')
      .argument('[args...]', 'key=value pairs, one JSON object, or @file with one')
      .description('call one tool without a model, by the rules of its network; it runs with your rights')
      .option('--network <name>', 'network of the tool')
      .option('--agent <name>', 'agent whose tool it is, where several have it')
      .option('--sly-data <json>', 'private values: a JSON object, or @file')
      .option('--deps <json>', 'what tools share: a JSON object, or @file')
      .option('--repeat <n>', 'call it so often and print the times')
      .option('--json', 'print everything as JSON')
      .option('--list', 'list what can be called, also what MCP servers have; nothing is called')
      .option('--root <dir>', 'folder of the project (the current one)')
      .action((tool: string | undefined, words: readonly string[], options: CallOptions) =>
        call(tool, words, options, io),
      )
  },
}

const MOST_CALLS = 1000

async function call(
  tool: string | undefined,
  words: readonly string[],
  options: CallOptions,
  io: CommandIo,
): Promise<void> {
  if (options.list === true) return list(tool, options, io)
  if (tool === undefined) return endWrongUse(io, `Say which tool is called. ${typed(io, 'call --list')} lists them.`)
  const { readSlyOption } = await import('./chatting/read-sly.ts')
  const { readObjectOption } = await import('./calling/read-arguments.ts')
  const { launchProject } = await import('./launch.ts')
  const times = Number(options.repeat ?? 1)
  if (!Number.isInteger(times) || times < 1 || times > MOST_CALLS)
    return endWrongUse(io, `--repeat is a whole number from 1 to ${MOST_CALLS}.`)
  const sly = await readSlyOption(options.slyData, io.cwd)
  if (!sly.ok) return endWrongUse(io, sly.error)
  const deps = options.deps === undefined ? undefined : await readObjectOption(options.deps, io.cwd, '--deps')
  if (deps?.ok === false) return endWrongUse(io, deps.error)
  const launched = await launchProject(options.root, io)
  if (!launched.ok) return endWrongUse(io, launched.error)
  try {
    const given = { sly: sly.value, times, ...(deps !== undefined && { deps: deps.value }) }
    io.exit(await callIn(launched.value, { tool, words, options, ...given }, io))
  } finally {
    await launched.value.close()
  }
}

async function list(tool: string | undefined, options: CallOptions, io: CommandIo): Promise<void> {
  const { launchProject } = await import('./launch.ts')
  const { listTools } = await import('./calling/list-tools.ts')
  if (tool !== undefined) return endWrongUse(io, '--list is used without a tool; --network names one network.')
  const launched = await launchProject(options.root, io)
  if (!launched.ok) return endWrongUse(io, launched.error)
  try {
    io.exit(await listTools(launched.value, options.network, options.json === true, io))
  } finally {
    await launched.value.close()
  }
}

type Launched = import('./launch.ts').Launched
type JsonObject = import('@slyglass/base').JsonObject

interface Given {
  readonly tool: string
  readonly words: readonly string[]
  readonly options: CallOptions
  readonly sly: ReadonlyMap<string, string>
  readonly times: number
  readonly deps?: JsonObject
}

async function callIn(launched: Launched, given: Given, io: CommandIo): Promise<ExitCode> {
  if (given.tool.startsWith(',')) return typeIn(launched, given, io)
  const { findTarget } = await import('./calling/find-target.ts')
  const { readCallArguments } = await import('./calling/read-arguments.ts')
  const { isClosed, schemaOf } = await import('./calling/schema-of.ts')
  const { agent } = given.options
  const target = await findTarget(launched, given.tool, given.options.network)
  if (!target.ok) return refuse(target.error, io)
  const { sayWhyNotRun } = await import('./reading/say-faults.ts')
  if (await sayWhyNotRun(io, launched, target.value.network)) return 1
  const schema = await schemaOf(launched, target.value)
  const args = await readCallArguments(given.words, schema, io.cwd, isClosed(target.value, schema))
  if (!args.ok) return refuse(args.error, io)
  return callAndPrint({ launched, ...target.value, ...given, tool: target.value.tool, args: args.value, agent }, io)
}

async function typeIn(launched: Launched, given: Given, io: CommandIo): Promise<ExitCode> {
  const { printTyped, typeCommand } = await import('./calling/type-command.ts')
  const { askInTerminal } = await import('./calling/terminal.ts')
  const { options, tool, words, sly } = given
  const isJson = options.json === true
  const isAsked = process.stdin.isTTY === true
  const { onEvents, asked } = await listenTo(io, isJson)
  const typed = await typeCommand({
    ...{ launched, words: [tool, ...words], network: options.network, sly, onEvents },
    ...(isAsked && { ask: (question) => askInTerminal(question, io) }),
  })
  if (!typed.ok) return refuse(typed.error, io)
  const { heard, network } = typed.value
  printTyped(heard, isJson, io)
  if (!isAsked) await sayRefused(io, launched, network, asked)
  return heard.outcome === 'ok' ? 0 : 1
}

function refuse(message: string, io: CommandIo, code: ExitCode = 2): ExitCode {
  io.err(message)
  return code
}

type Calling = import('./calling/find-target.ts').Target &
  Pick<Given, 'sly' | 'times' | 'deps' | 'options'> & {
    readonly launched: Launched
    readonly args: JsonObject
    readonly agent: string | undefined
  }

async function callAndPrint({ agent, options, ...calling }: Calling, io: CommandIo): Promise<ExitCode> {
  const { callTool } = await import('./calling/call-tool.ts')
  const { printAsJson, printCalled } = await import('./calling/print-call.ts')
  const { askInTerminal, stopAtInterrupt } = await import('./calling/terminal.ts')
  const isJson = options.json === true
  const isAsked = process.stdin.isTTY === true
  const { onEvents, asked } = await listenTo(io, isJson)
  const { signal, leave } = stopAtInterrupt()
  try {
    const called = await callTool({
      ...calling,
      ...{ signal, onEvents },
      ...(agent !== undefined && { agent }),
      ...(isAsked && { ask: (waiting) => askInTerminal(waiting, io) }),
    })
    const { sayCause } = await import('./calling/say-cause.ts')
    await sayCause(calling, called, io)
    if (isJson) printAsJson(called, io)
    else printCalled(called, io)
    if (!isAsked) await sayRefused(io, calling.launched, calling.network, asked)
    if (called.calls.length === 0) return 2
    return called.outcome === 'ok' ? 0 : 1
  } finally {
    leave()
  }
}

/** Prints what a call says while it runs, and notes what a person was to be asked about. */
async function listenTo(io: CommandIo, isJson: boolean) {
  const { createOutputPrinter } = await import('./calling/print-call.ts')
  const { AskedTools } = await import('./reading/say-unasked.ts')
  const asked = new AskedTools()
  const print = isJson ? undefined : createOutputPrinter(io)
  const onEvents = (events: readonly LogEvent[]): void => {
    asked.note(events)
    print?.(events)
  }
  return { onEvents, asked }
}

type LogEvent = import('@slyglass/run-log').LogEvent
type ReadNetwork = import('../workspace/networks.ts').ReadNetwork
type AskedTools = import('./reading/say-unasked.ts').AskedTools

async function sayRefused(io: CommandIo, launched: Launched, network: ReadNetwork, asked: AskedTools): Promise<void> {
  const { sayUnasked } = await import('./reading/say-unasked.ts')
  const remedy =
    'Call it from a terminal: the command asks there. Or call it in the studio, under Try in its inspector.'
  await sayUnasked(io, launched, { network, asked, remedy })
}
