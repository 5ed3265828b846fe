// streaming_chat under load: `npm run bench -- serve`, with `--peers` beside neuro-san itself.
// The built program, a loop written directly on the `openai` package and, when asked for, neuro-san do the same work with the
// same model, each in a process of its own; the driver and the model are in other processes and in nobody's figures. The bare
// loop's tool in Python is a child that answers lines of JSON, counted like ours; its tool in TypeScript is a function.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DESKS, type Desk, putDesks } from './serving/desks.ts'
import { figuresOf } from './serving/figures.ts'
import { drive } from './serving/load.ts'
import { type Server, startBareLoop, startModel, startNeuroSan, startSlyglass } from './serving/servers.ts'

type Report = (label: string, figure: string) => void

const CLIENTS = [1, 8, 32, 128]
const CHATS = Number(process.env.BENCH_CHATS ?? '400')
/** Until then a server's code is still being compiled beside its work, which is nobody's cost of a chat. */
const WARM = 800
/** neuro-san needs longer for each. */
const PEER_CHATS = 40

/** CPU of one chat, in milliseconds, by desk. */
type Costs = Map<Desk['name'], number>

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
    const own = await measure('slyglass', await started(startSlyglass(project, home, model.port)), report)
    const bare = await measure('bare loop', await started(startBareLoop(model.port)), report)
    compare('slyglass needs, of the CPU of the bare loop', own, bare, report)
    if (process.argv.includes('--peers')) {
      const peer = await started(startNeuroSan(project, model.port))
      if (peer === undefined) report('neuro-san', 'is not installed here: npm run clients')
      else compare('chats per CPU second, of those of neuro-san', await measurePeer(peer, report), own, report)
    }
  } finally {
    for (const server of servers.reverse()) await server.stop()
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

async function measure(who: string, server: Server, report: Report): Promise<Costs> {
  const costs: Costs = new Map()
  for (const desk of DESKS) {
    await drive(server.port, desk.name, 8, WARM)
    for (const clients of CLIENTS) {
      const figures = await measureOne(server, desk, clients, CHATS)
      report(`${who}: ${desk.label}, ${clients} ${clients === 1 ? 'client' : 'clients'}`, figures.line)
      if (clients === 8) costs.set(desk.name, figures.cpuMs)
    }
  }
  return costs
}

async function measurePeer(server: Server, report: Report): Promise<Costs> {
  const costs: Costs = new Map()
  for (const desk of DESKS.filter(({ name }) => name !== 'typescript')) {
    await drive(server.port, desk.name, 1, 3)
    const figures = await measureOne(server, desk, 8, PEER_CHATS)
    report(`neuro-san: ${desk.label}, 8 clients`, figures.line)
    costs.set(desk.name, figures.cpuMs)
  }
  return costs
}

async function measureOne(server: Server, desk: Desk, clients: number, chats: number) {
  const before = figuresOf(server.pid)
  const { times, totalMs } = await drive(server.port, desk.name, clients, chats)
  const after = figuresOf(server.pid)
  const cpuMs = ((after?.cpuMs ?? 0) - (before?.cpuMs ?? 0)) / chats
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1).padStart(6)
  const perSecond = ((chats * 1000) / totalMs).toFixed(0).padStart(4)
  const cost =
    before === undefined ? '' : `, ${cpuMs.toFixed(2).padStart(6)} CPU ms each, ${after?.memoryMb.toFixed(0)} MB`
  return { cpuMs, line: `${perSecond}/s, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms${cost}` }
}

function compare(label: string, costs: Costs, base: Costs, report: Report): void {
  for (const { name, label: desk } of DESKS) {
    const [one, other] = [costs.get(name), base.get(name)]
    if (one !== undefined && other !== undefined && other > 0)
      report(`${label}: ${desk}`, `${(one / other).toFixed(1)} ×`)
  }
}
