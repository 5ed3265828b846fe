// Commands of one session, one after the other, each recorded as a run of its own: `npm run bench -- code`.
import { realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ProjectId, SessionId } from '@slyglass/base'
import type { Composed } from '../src/compose.ts'
import { composeAt } from '../test/support/composing.ts'
import { newFolder, putFiles } from '../test/support/folders.ts'

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

export async function bench(report: Report): Promise<void> {
  const home = realpathSync(newFolder())
  const folder = join(home, 'adder')
  putFiles(folder, FILES)
  const composed = await composeAt(home, { folder, trusted: [folder] })
  const project = composed.studio.askedProject
  if (project === undefined) throw new Error('the project was not opened')
  try {
    report(
      'commands a second, a stand-in answers (asked: 1,000)',
      await rate(composed, project, ',known a=2 b=3', COMMANDS),
    )
    report(
      'commands a second, a tool in TypeScript on its host',
      await rate(composed, project, ',add a=2 b=3', COMMANDS / 5),
    )
  } finally {
    await composed.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

async function rate(composed: Composed, project: ProjectId, message: string, commands: number): Promise<string> {
  const session = await type(composed, { project, message })
  for (let turn = 0; turn < Math.min(WARM, commands); turn += 1) await type(composed, { project, message, session })
  const times: number[] = []
  const [began, used] = [performance.now(), process.cpuUsage()]
  for (let turn = 0; turn < commands; turn += 1) {
    const at = performance.now()
    await type(composed, { project, message, session })
    times.push(performance.now() - at)
  }
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(used)
  const cpu = ((user + system) / 1000 / commands).toFixed(2)
  times.sort((one, other) => one - other)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(2)
  return `${Math.round(commands / seconds)} (median ${at(0.5)} ms, p95 ${at(0.95)} ms, CPU ${cpu} ms each)`
}

interface Typed {
  readonly project: ProjectId
  readonly message: string
  readonly session?: SessionId
}

async function type(composed: Composed, { project, message, session }: Typed): Promise<SessionId> {
  const { studio, runtime } = composed
  const started = await studio.runs.start({
    project,
    network: 'adder',
    message,
    ...(session !== undefined && { session }),
  })
  if (!started.ok) throw new Error(started.error.message)
  await runtime.settled(started.value.run)
  const row = await studio.runs.find(started.value.run)
  if (row?.status !== 'finished') throw new Error(`a command ended as ${row?.status}`)
  return started.value.session
}
