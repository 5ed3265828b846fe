// One session in which commands are typed, one after the other, for as long as its parent asks: built with the program and run
// beside it, so that what is measured is what people run.
import { join } from 'node:path'
import type { SessionId } from '@slyglass/base'
import { type Launched, launchProject } from '../../src/commands/launch.ts'

/** What a parent asks for. */
export interface Asked {
  readonly message: string
  readonly commands: number
}

/** What it took, in milliseconds. */
export interface Took {
  readonly times: readonly number[]
  readonly totalMs: number
  /** Of this process; that of a host is not in it. */
  readonly cpuMs: number
}

const [folder, home] = process.argv.slice(2)
const quiet = () => undefined
const launched = await launchProject(
  folder,
  {
    ...{ env: process.env, cwd: process.cwd(), program: 'bench', dist: import.meta.dirname },
    ...{ input: async () => Buffer.alloc(0), out: quiet, write: quiet, err: quiet, exit: quiet },
  },
  home === undefined ? {} : { home: join(home, 'data') },
)
if (!launched.ok) throw new Error(launched.error)
const studio = launched.value

/** Each message has its session, which goes on. */
const sessions = new Map<string, SessionId>()

process.on('message', (asked: Asked) => void typeAll(studio, asked).then((took) => process.send?.(took)))
process.on('disconnect', () => void studio.close().then(() => process.exit()))
process.send?.('ready')

async function typeAll(launched: Launched, { message, commands }: Asked): Promise<Took> {
  const times: number[] = []
  const [began, used] = [performance.now(), process.cpuUsage()]
  for (let turn = 0; turn < commands; turn += 1) {
    const at = performance.now()
    await type(launched, message)
    times.push(performance.now() - at)
  }
  const { user, system } = process.cpuUsage(used)
  return { times, totalMs: performance.now() - began, cpuMs: (user + system) / 1000 }
}

/** To the end of its run, which is on disk then. */
async function type({ studio, runtime, project }: Launched, message: string): Promise<void> {
  const session = sessions.get(message)
  const asked = { project: project.id, network: 'adder', message, ...(session !== undefined && { session }) }
  const started = await studio.runs.start(asked)
  if (!started.ok) throw new Error(started.error.message)
  await runtime.settled(started.value.run)
  const row = await studio.runs.find(started.value.run)
  if (row?.status !== 'finished') throw new Error(`a command ended as ${row?.status}`)
  sessions.set(message, started.value.session)
}
