#!/usr/bin/env -S node --max-semi-space-size=64
// The option lets what lives for one chat die before it is looked at: with Node's 16 MB a busy server looked four times as often
// and took 5 to 10 % more of the processor, with 32 MB it gained half of that. The room, some 60 MB, is only taken under load.
// `npm start` and `npm run slyglass` name it too.
import { buffer } from 'node:stream/consumers'
import { runCommandLine } from './commands/program.ts'
import { isSystemFault, systemFaultText } from './commands/reading/system-fault.ts'
import { shownText } from './commands/shown-text.ts'
import { typedName } from './commands/typed-name.ts'
import { closeInheritedFiles } from './inherited-files.ts'
import { VERSION } from './version.ts'

const LAST_MS = 2_000

// A reader that has seen enough, such as `head`, is no fault.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (fault: NodeJS.ErrnoException) => {
    if (fault.code === 'EPIPE') process.exit()
    if (!isSystemFault(fault)) throw fault
    if (stream !== process.stderr) process.stderr.write(`${systemFaultText(fault, 'The output')}\n`)
    process.exit(1)
  })

/** Text goes to a file or a pipe as it is. */
const writeTo =
  (stream: NodeJS.WriteStream) =>
  (text: string): void =>
    void stream.write(stream.isTTY === true ? shownText(text) : text)

const { env, argv } = process
const [write, warn] = [writeTo(process.stdout), writeTo(process.stderr)]
closeInheritedFiles(argv)
const cwd = env.SLYGLASS_CWD ?? process.cwd()

await runCommandLine(argv.slice(2), VERSION, {
  env,
  cwd,
  program: typedName({ env, cwd, script: argv[1] ?? '' }),
  dist: import.meta.dirname,
  input: () => buffer(process.stdin),
  out: (line) => write(`${line}\n`),
  write,
  err: (line) => warn(`${line}\n`),
  exit: (code) => {
    process.exitCode = code
    // Something that was not let go of must not keep the process; a timer that nothing waits for does not keep it either.
    setTimeout(() => process.stdout.write('', () => process.exit()), LAST_MS).unref()
  },
})
