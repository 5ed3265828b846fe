import { printJson } from '@slyglass/base'
import type { CommandEntry, CommandIo, ExitCode } from './command.ts'
import { endWrongUse } from './reading/fault.ts'

interface ChatOptions {
  readonly message: readonly string[]
  readonly slyData?: string
  readonly deps?: string
  readonly json?: boolean
  readonly report?: boolean
  readonly root?: string
}

/** `slyglass chat NETWORK`: a conversation in the terminal. */
export const chatCommand: CommandEntry = {
  add(program, io) {
    program
      .command('chat')
      .argument(
        '[network]',
        'name of a network, such as basic/music_nerd_pro; it may be left out where there is only one',
      )
      .description('talk with a network; its tools run with your rights')
      .option(
        '--message <text>',
        'say this and end; given several times: one after the other, as one conversation',
        add,
        [],
      )
      .option('--sly-data <json>', 'private values: a JSON object, or @file')
      .option('--deps <json>', 'what tools share, in place of studio.deps: a JSON object, or @file')
      .option('--report', 'print each answer with its outcome and what it took as a line of JSON')
      .option('--json', 'print every message of the stream as a line of JSON')
      .option('--root <dir>', 'folder of the project (the current one)')
      .action((network: string | undefined, options: ChatOptions) => chat(network, options, io))
  },
}

const add = (text: string, others: readonly string[]): readonly string[] => [...others, text]

async function chat(name: string | undefined, options: ChatOptions, io: CommandIo): Promise<void> {
  const { readSlyOption } = await import('./chatting/read-sly.ts')
  const { launchProject } = await import('./launch.ts')
  const sly = await readSlyOption(options.slyData, io.cwd)
  if (!sly.ok) return endWrongUse(io, sly.error)
  const { readDepsOption } = await import('./chatting/read-deps.ts')
  const deps = await readDepsOption(options.deps, io.cwd)
  if (!deps.ok) return endWrongUse(io, deps.error)
  const launched = await launchProject(options.root, io)
  if (!launched.ok) return endWrongUse(io, launched.error)
  try {
    io.exit(await converse(launched.value, name, { ...options, values: sly.value, shared: deps.value }, io))
  } finally {
    await launched.value.close()
  }
}

type Launched = import('./launch.ts').Launched
type Values = ReadonlyMap<string, string>

async function converse(
  launched: Launched,
  name: string | undefined,
  options: ChatOptions & { readonly values: Values; readonly shared: string | undefined },
  io: CommandIo,
): Promise<ExitCode> {
  const { studio, project } = launched
  const { chooseNetwork } = await import('./making/choose-network.ts')
  const chosen = await chooseNetwork({ ...studio, project }, name, 'behind chat')
  if (!chosen.ok) {
    io.err(chosen.error)
    return 2
  }
  const network = chosen.value
  const { sayWhatFails, sayWhyNotRun } = await import('./reading/say-faults.ts')
  if (await sayWhyNotRun(io, launched, network)) return 1
  const place = { root: project.root, told: await sayWhatFails(io, launched, network) }
  const { createTalk } = await import('./chatting/talk.ts')
  const { askPerson } = await import('./chatting/ask-person.ts')
  const lines = options.message.length === 0 ? await readLines() : undefined
  const talk = createTalk({
    ...{ launched, network, source: 'chat' },
    streaming: options.json === true || options.report === true ? 'network' : 'on',
    ...(options.shared !== undefined && { deps: options.shared }),
    ...(lines !== undefined && { ask: (question) => askPerson(question, lines.next, io) }),
  })
  const { AskedTools, sayUnasked } = await import('./reading/say-unasked.ts')
  const asked = new AskedTools()
  let values: Values | undefined = options.values
  let code: ExitCode = 0
  const say = async (text: string): Promise<void> => {
    const heard = await sayAndPrint(
      { talk, place, form: formOf(options), asked },
      { text, ...(values === undefined ? {} : { sly: values }) },
      io,
    )
    if (lines === undefined) await sayUnasked(io, launched, { network, asked, remedy: TYPED })
    values = undefined
    code = heard.outcome === 'ok' ? 0 : 1
  }
  const { stopAtInterrupt } = await import('./calling/terminal.ts')
  const { signal, leave } = stopAtInterrupt()
  // In a terminal the lines tell of Ctrl-C themselves.
  signal.addEventListener('abort', () => {
    lines?.close()
    void talk.stop()
  })
  try {
    if (lines !== undefined) await talkInTurns(lines, say, () => talk.stop(), io)
    else for (const text of options.message) if (code === 0 && !signal.aborted) await say(text)
  } finally {
    leave()
  }
  if (signal.aborted) io.err('Stopped.')
  return signal.aborted ? 1 : code
}

const TYPED = 'Leave --message away: a conversation that is typed asks.'

type Form = 'words' | 'messages' | 'report'

function formOf({ json, report }: ChatOptions): Form {
  if (report === true) return 'report'
  return json === true ? 'messages' : 'words'
}

type Talk = import('./chatting/talk.ts').Talk
type Said = import('./chatting/talk.ts').Said

interface Saying {
  readonly talk: Talk
  readonly place: import('./chatting/print-troubles.ts').Place
  readonly form: Form
  readonly asked: import('./reading/say-unasked.ts').AskedTools
}

async function sayAndPrint({ talk, place, form, asked }: Saying, said: Said, io: CommandIo) {
  const noting = (tell: (events: Events) => void) => (events: Events) => {
    asked.note(events)
    tell(events)
  }
  if (form !== 'words') {
    const { printMessage } = await import('@slyglass/protocol/neuro-san')
    const { createTroublePrinter } = await import('./chatting/print-troubles.ts')
    const { createReportPrinter } = await import('./chatting/print-report.ts')
    const tellTroubles = createTroublePrinter((line) => io.err(line), place)
    const report = createReportPrinter(io)
    const heard = await talk.say({
      ...said,
      onEvents: noting((events) => {
        tellTroubles(events)
        report.onEvents(events)
      }),
      ...(form === 'messages' && { onMessage: (message) => io.out(printJson(printMessage(message))) }),
    })
    if (form === 'report') report.end(heard)
    return heard
  }
  const { createAnswerPrinter } = await import('./chatting/print-answer.ts')
  const printer = createAnswerPrinter(io, place)
  const heard = await talk.say({ ...said, onEvents: noting(printer.onEvents), onMessage: printer.onMessage })
  printer.end(heard)
  return heard
}

type Events = readonly import('@slyglass/run-log').LogEvent[]

interface Lines {
  readonly terminal: boolean
  /** The next line, whoever asks for it; undefined at the end. */
  next(): Promise<string | undefined>
  prompt(): void
  close(): void
  /** Told of Ctrl-C. */
  onInterrupt(told: () => void): void
}

async function readLines(): Promise<Lines> {
  const { createInterface } = await import('node:readline')
  const terminal = process.stdin.isTTY === true
  const lines = createInterface({ input: process.stdin, output: process.stdout, terminal, prompt: 'you> ' })
  const each = lines[Symbol.asyncIterator]()
  return {
    terminal,
    async next() {
      const step = await each.next()
      return step.done === true ? undefined : step.value
    },
    prompt: () => lines.prompt(),
    close: () => lines.close(),
    onInterrupt: (told) => void lines.on('SIGINT', told),
  }
}

/** A line is a message; `quit` or the end of the input ends it. Ctrl-C stops an answer, and without one the conversation. */
async function talkInTurns(
  lines: Lines,
  say: (text: string) => Promise<void>,
  stop: () => Promise<void>,
  io: CommandIo,
): Promise<void> {
  let answering = false
  lines.onInterrupt(() => (answering ? void stop() : lines.close()))
  if (lines.terminal) {
    io.err('Write a message. An empty line is passed over; quit ends the conversation.')
    lines.prompt()
  }
  for (let line = await lines.next(); line !== undefined; line = await lines.next()) {
    if (line.trim() === 'quit') break
    if (line.trim() !== '') {
      answering = true
      await say(line)
      answering = false
    }
    if (lines.terminal) lines.prompt()
  }
  lines.close()
}
