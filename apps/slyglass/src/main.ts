import { runCommandLine } from './commands/program.ts'
import { VERSION } from './version.ts'

await runCommandLine(process.argv.slice(2), VERSION, {
  env: process.env,
  cwd: process.env.SLYGLASS_CWD ?? process.cwd(),
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  exit: (code) => {
    process.exitCode = code
  },
})
