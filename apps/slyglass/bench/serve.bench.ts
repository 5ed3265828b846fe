// streaming_chat under load: `npm run bench -- serve`, with `--peers` beside neuro-san itself.
// The built program, a loop written directly on the `openai` package and, when asked for, neuro-san do the same work with the
// same model, each in a process of its own; the driver and the model are in other processes and in nobody's figures. The bare
// loop's tool in Python is a child that answers lines of JSON, counted like ours; its tool in TypeScript is a function.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DESKS, type Desk, putDesks } from './serving/desks.ts'
import { cpuBetween, figuresOf } from './serving/figures.ts'
import { drive } from './serving/load.ts'
import { type Server, startBareLoop, startModel, startNeuroSan, startSlyglass } from './serving/servers.ts'

type Report = (label: string, figure: string) => void

const CLIENTS = [1, 8, 32, 128]
const CHATS = Number(process.env.BENCH_CHATS ?? '400')
/** Each row is measured so often; what is told is the middle. */
const TURNS = 3
/**
 * A server's code is compiled beside its work, which is nobody's cost of a chat: after 800 chats of a desk ours still cost about twice
 * what they cost after 3,000, and those of the bare loop half more. More clients take other ways, and threads of their own. So before each
 * row both are warmed by rounds of chats, until two of them have cost no less than the cheapest before.
 */
const WARMING: Readonly<Record<'first' | 'further', Rounds>> = {
  first: { chats: 1_000, least: 3, most: 8 },
  further: { chats: 400, least: 2, most: 5 },
}

interface Rounds {
  readonly chats: number
  readonly least: number
  readonly most: number
}

/** Less than that is no gain, but chance. */
const GAIN = 0.03
/** neuro-san needs longer for each, and is warm after a few. */
const PEER_CHATS = 40
const PEER_WARMING = 40

/** What neuro-san 0.7.15 was measured to need, in CPU milliseconds a chat; `--peers` measures it here. */
const NEURO_SAN: Costs = new Map([
  ['one', new Map([[8, 46]])],
  ['python', new Map([[8, 57]])],
  ['team', new Map([[8, 188]])],
])

/** CPU of one chat, in milliseconds, by desk and number of clients. */
type Costs = Map<Desk['name'], Map<number, number>>

export async function bench(report: Report): Promise<void> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'slyglass-bench-')))
  const project = putDesks(join(home, 'desks'))
  const servers: Server[] = []
  const started = async <T extends Server | undefined>(server: Promise<T>): Promise<T> => {
    const one = await server
    if (one !== undefined) servers.push(one)
    return one
  }
  try {
    const model = await started(startModel())
    const sides: Side[] = [
      { who: 'slyglass', server: await started(startSlyglass(project, home, model.port)) },
      { who: 'bare loop', server: await started(startBareLoop(model.port)) },
    ]
    const peer = process.argv.includes('--peers') ? await started(startNeuroSan(project, model.port)) : undefined
    if (process.argv.includes('--peers') && peer === undefined)
      report('neuro-san', 'is not installed here: npm run clients')
    if (peer !== undefined) sides.push({ who: 'neuro-san', server: peer, isPeer: true })
    const [own = new Map(), bare = new Map(), other = NEURO_SAN] = await measureBeside(sides, report)
    compare(own, bare, { costs: other, measured: peer !== undefined }, report)
  } finally {
    for (const server of servers.reverse()) await server.stop()
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

const clientsOf = (clients: number): string => `${clients} ${clients === 1 ? 'client' : 'clients'}`

interface Side {
  readonly who: string
  readonly server: Server
  /** It has no tools in TypeScript. */
  readonly isPeer?: true
}

/** Each row of one side directly before that of the others: whatever else this machine does is beside all of them. */
async function measureBeside(all: readonly Side[], report: Report): Promise<readonly Costs[]> {
  const costs: Costs[] = all.map(() => new Map())
  for (const desk of DESKS) {
    const sides = all.filter(({ isPeer }) => isPeer === undefined || desk.name !== 'typescript')
    const warmed = sides.map(() => 0)
    const warm = async (clients: number, rounds: Rounds) => {
      for (const [at, side] of sides.entries())
        warmed[at] = (warmed[at] ?? 0) + (await warmUp(side, desk, clients, rounds))
    }
    await warm(8, WARMING.first)
    for (const clients of CLIENTS) {
      await warm(clients, WARMING.further)
      const measured = await inTurns(sides, ({ server, isPeer }) =>
        measureOne(server, desk, clients, isPeer ? Math.max(PEER_CHATS, clients) : CHATS),
      )
      for (const [at, { who }] of sides.entries()) {
        const middle = measured[at]?.sort((a, b) => a.cpuMs - b.cpuMs)[Math.floor(TURNS / 2)]
        if (middle === undefined) continue
        const label = `${who}: ${desk.label}, ${clientsOf(clients)}`
        report(label, `${middle.line}, after ${warmed[at]} chats`)
        costs[at]?.set(desk.name, (costs[at]?.get(desk.name) ?? new Map()).set(clients, middle.cpuMs))
      }
    }
  }
  return costs
}

async function inTurns<T>(sides: readonly Side[], measure: (side: Side) => Promise<T>): Promise<readonly T[][]> {
  const all: T[][] = sides.map(() => [])
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const [at, side] of sides.entries()) all[at]?.push(await measure(side))
  return all
}

/** Chats until they cost no less any more; answers how many. */
async function warmUp({ server, isPeer }: Side, desk: Desk, clients: number, rounds: Rounds): Promise<number> {
  if (isPeer) {
    await drive(server.port, desk.name, clients, Math.max(PEER_WARMING, clients))
    return Math.max(PEER_WARMING, clients)
  }
  let cheapest = Number.POSITIVE_INFINITY
  let inVain = 0
  for (let round = 1; ; round += 1) {
    const { cpuMs } = await measureOne(server, desk, clients, rounds.chats)
    inVain = cpuMs < cheapest * (1 - GAIN) ? 0 : inVain + 1
    cheapest = Math.min(cheapest, cpuMs)
    if (round === rounds.most || (round >= rounds.least && inVain >= 2)) return round * rounds.chats
  }
}

/** Hosts of a desk that is not asked any more end when they have idled for a while; what is measured meanwhile is measured again. */
const MOST_TRIES = 5

async function measureOne(server: Server, desk: Desk, clients: number, chats: number, tries = 1) {
  const before = figuresOf(server.pid)
  const { times, totalMs } = await drive(server.port, desk.name, clients, chats)
  const after = figuresOf(server.pid)
  const used = before === undefined || after === undefined ? 0 : cpuBetween(before, after)
  if (used === undefined && tries === MOST_TRIES) throw new Error(`${desk.name}: its processes do not stay`)
  if (used === undefined) return measureOne(server, desk, clients, chats, tries + 1)
  const cpuMs = used / chats
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1).padStart(6)
  const perSecond = ((chats * 1000) / totalMs).toFixed(0).padStart(4)
  const cost =
    before === undefined ? '' : `, ${cpuMs.toFixed(2).padStart(6)} CPU ms each, ${after?.memoryMb.toFixed(0)} MB`
  return { cpuMs, line: `${perSecond}/s, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms${cost}` }
}

/** CPU a chat beside that of the bare loop (asked: at most 3 times) and of neuro-san (asked: at most a 20th). */
function compare(own: Costs, bare: Costs, peer: { costs: Costs; measured: boolean }, report: Report): void {
  const from = peer.measured ? 'measured now' : 'measured elsewhere'
  for (const { name, label } of DESKS) {
    for (const [clients, ms] of own.get(name) ?? []) {
      const theirs = peer.costs.get(name)?.get(clients) ?? peer.costs.get(name)?.get(8)
      const least = bare.get(name)?.get(clients) ?? 0
      const ofBare = least > 0 ? `, ${(ms / least).toFixed(1)} × the bare loop's ${least.toFixed(2)}` : ''
      const ofPeer = theirs === undefined ? '' : `, 1/${(theirs / ms).toFixed(0)} of neuro-san's ${theirs} (${from})`
      report(`CPU ms a chat: ${label}, ${clientsOf(clients)}`, `${ms.toFixed(2).padStart(6)}${ofBare}${ofPeer}`)
    }
  }
}
