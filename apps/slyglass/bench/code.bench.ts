// Commands of one session, one after the other, each recorded as a run of its own: `npm run bench -- code`. The session is in a
// process of its own, built as people run it.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stopChild } from '../test/support/child-process.ts'
import { newFolder, putFiles } from '../test/support/folders.ts'
import { buildServer } from './serving/servers.ts'
import type { Asked, Took } from './typing/session.ts'

type Report = (label: string, figure: string) => void

const COMMANDS = Number(process.env.BENCH_COMMANDS ?? '1000')
/** Before the clock runs: what is asked for is the pace of a session that has gone on for a while. */
const WARM = 1_000

const FILES = {
  'registries/manifest.hocon': '{ "adder.hocon" = true }',
  'registries/adder.hocon': `{
    studio { command_prefix = ",", mocks.known.result = 5 }
    tools = [
      { name = desk, instructions = "Adds.", function.description = "Adds.", tools = [add, known] }
      { name = add, class = "add.Add"
        function { description = "Adds.", parameters { type = object, required = [a, b], properties { a { type = int }, b { type = int } } } } }
      { name = known, class = "add.Add"
        function { description = "Adds.", parameters { type = object, required = [a, b], properties { a { type = int }, b { type = int } } } } }
    ]
  }`,
  'coded_tools/add.ts':
    'export class Add { async asyncInvoke(args: { a: number; b: number }) { return args.a + args.b } }',
}

const TYPED = [
  { label: 'a stand-in answers (asked: 1,000)', message: ',known a=2 b=3', commands: COMMANDS },
  { label: 'a tool in TypeScript on its host', message: ',add a=2 b=3', commands: COMMANDS / 5 },
]

export async function bench(report: Report): Promise<void> {
  const home = realpathSync(newFolder())
  const folder = join(home, 'adder')
  putFiles(folder, FILES)
  let session: ChildProcess | undefined
  try {
    session = fork(buildServer(join(import.meta.dirname, 'typing/session.ts')), [folder, home])
    await once(session, 'message')
    for (const { label, message, commands } of TYPED) {
      await take(session, { message, commands: Math.min(WARM, commands) })
      report(`commands a second, as built: ${label}`, figureOf(await take(session, { message, commands }), commands))
    }
  } finally {
    if (session !== undefined) await stopChild(session)
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

async function take(session: ChildProcess, asked: Asked): Promise<Took> {
  session.send(asked)
  const ended = once(session, 'exit').then(() => Promise.reject(new Error('the session has ended')))
  const [took] = await Promise.race([once(session, 'message'), ended])
  return took
}

function figureOf({ times, totalMs, cpuMs }: Took, commands: number): string {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2)
  const perSecond = Math.round((commands * 1000) / totalMs)
  return `${perSecond} (median ${at(0.5)} ms, p95 ${at(0.95)} ms, CPU ${(cpuMs / commands).toFixed(2)} ms each)`
}
