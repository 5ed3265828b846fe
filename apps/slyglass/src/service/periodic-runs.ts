// Networks that the clock talks to: once a second the schedules of the manifest are looked at.
import { randomUUID } from 'node:crypto'
import { type Disposable, printJson } from '@slyglass/base'
import { type Moment, type PeriodicTalk, readSchedule } from '@slyglass/network'
import { type ChatRun, startChatRun } from './chat-run.ts'
import { requestLimit, takesEvents } from './network-rules.ts'
import type { ServedNetwork } from './served-networks.ts'
import type { Service } from './service.ts'

const CHECK_MS = 1_000

/** Starts runs by the clock until it is disposed. A talk that still goes on is not begun again beside itself. */
export function startPeriodicRuns(service: Service, now: () => Date = () => new Date()): Disposable {
  const going = new Set<string>()
  let last = secondsOf(now())
  const check = async (): Promise<void> => {
    const [from, to] = [last + 1, secondsOf(now())]
    last = Math.max(last, to)
    const networks = (await service.served.all()).filter((one) => one.periodic.length > 0 && takesEvents(one.network))
    for (let second = Math.max(from, to - MOST_LATE); second <= to; second += 1)
      for (const served of networks)
        for (const talk of dueAt(served, second)) void begin(service, { served, talk, going })
  }
  const timer = setInterval(() => void check().catch((error: unknown) => note(service, error)), CHECK_MS)
  return { dispose: () => clearInterval(timer) }
}

/** Seconds that a busy server may have slept through and makes up for. */
const MOST_LATE = 5

function secondsOf(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}

function dueAt({ periodic }: ServedNetwork, second: number): readonly PeriodicTalk[] {
  const moment = momentOf(new Date(second * 1000))
  return periodic.filter(
    ({ schedule, secondsFirst }) => readSchedule(schedule, secondsFirst)?.includes(moment) === true,
  )
}

function momentOf(date: Date): Moment {
  return {
    second: date.getSeconds(),
    minute: date.getMinutes(),
    hour: date.getHours(),
    day: date.getDate(),
    month: date.getMonth() + 1,
    weekday: date.getDay(),
  }
}

interface Due {
  readonly served: ServedNetwork
  readonly talk: PeriodicTalk
  readonly going: Set<string>
}

async function begin(service: Service, { served, talk, going }: Due): Promise<void> {
  const name = `${served.network.name} ${talk.schedule} ${talk.text}`
  if (going.has(name)) return
  going.add(name)
  const metadata = printJson(new Map([...talk.metadata, ['request_id', `server-${randomUUID()}`]]))
  try {
    const run = await startChatRun(service, served, {
      ...{ text: talk.text, context: undefined, sly: new Map([['request_metadata', metadata]]) },
      ...{ source: 'service', streaming: 'network' },
    })
    await toTheEnd(run, served)
  } catch (error) {
    note(service, error)
  } finally {
    going.delete(name)
  }
}

/** Nobody reads what it says; its limit of time counts all the same. */
async function toTheEnd(run: ChatRun, { network }: ServedNetwork): Promise<void> {
  const limit = requestLimit(network)
  const timer = limit === undefined ? undefined : setTimeout(() => void run.stop('request-timeout'), limit)
  try {
    for await (const _message of run.messages);
  } finally {
    clearTimeout(timer)
  }
}

function note({ log }: Service, error: unknown): void {
  log.error({ error: error instanceof Error ? error.stack : String(error) }, 'a periodic run')
}
