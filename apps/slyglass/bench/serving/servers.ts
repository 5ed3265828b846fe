// The processes that take part: the model, the measured servers.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { join, parse } from 'node:path'
import { freePort } from '../../src/server/free-port.ts'
import { stopChild } from '../../test/support/child-process.ts'
import { installedClients } from '../../test/support/installed-clients.ts'
import { nodeOptions } from '../../test/support/node-options.ts'

const root = join(import.meta.dirname, '../../../..')

/** A process that answers on a port. */
export interface Server {
  readonly port: number
  readonly pid: number
  stop(): Promise<void>
}

type Environment = Readonly<Record<string, string | undefined>>

/** Starts a program and waits for the port that it prints. */
async function start(program: string, args: readonly string[], env: Environment, cwd = root): Promise<Server> {
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, ...env },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const port = await new Promise<number>((resolve, reject) => {
    let said = ''
    const hear = (part: string) => {
      said += part
      const found = /(?:127\.0\.0\.1:|^)(\d{4,5})\b/m.exec(said)
      if (found !== null) resolve(Number(found[1]))
    }
    child.stdout?.setEncoding('utf8').on('data', hear)
    child.stderr?.setEncoding('utf8').on('data', (part: string) => {
      said += part
    })
    child.once('exit', () => reject(new Error(`${program} ended: ${said.slice(-1000)}`)))
  })
  return serverOf(child, port)
}

function serverOf(child: ChildProcess, port: number): Server {
  return {
    port,
    pid: child.pid ?? 0,
    stop: () => stopChild(child),
  }
}

export const startModel = () => start(process.execPath, [join(import.meta.dirname, 'scripted-model.mjs')], {})

export function startBareLoop(modelPort: number): Promise<Server> {
  const script = join(root, 'packages/models/bench/bare-loop.mjs')
  return start(process.execPath, [script], { BASE_URL: `http://127.0.0.1:${modelPort}/v1` })
}

/** Builds this program as people run it, and a program of a bench of the same pieces; gives the path of the one to run. */
export function buildServer(program?: string): string {
  const dist = join(root, 'apps/slyglass/.cache/bench')
  const args = [join(root, 'scripts/build.mjs'), 'server', dist, ...(program === undefined ? [] : [program])]
  const built = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (built.status !== 0) throw new Error(built.stderr)
  return join(dist, `${parse(program ?? 'main').name}.js`)
}

/** Builds this program and serves a project with it, as people do. */
export async function startSlyglass(project: string, home: string, modelPort: number): Promise<Server> {
  const main = buildServer()
  const env = { HOME: home, SLYGLASS_HOME: join(home, 'data'), ...modelEnv(modelPort) }
  const more = process.env.BENCH_NODE_FLAGS?.split(' ') ?? []
  return start(process.execPath, [...nodeOptions(main), ...more, main, 'serve', project, '--port', '0'], env)
}

const modelEnv = (port: number) => ({ OPENAI_API_KEY: 'dummy', OPENAI_API_BASE: `http://127.0.0.1:${port}/v1` })

/** neuro-san itself, from the environment that `npm run clients` makes; undefined without one. */
export async function startNeuroSan(project: string, modelPort: number): Promise<Server | undefined> {
  const { agentCli: python } = installedClients()
  if (python === undefined) return undefined
  const port = await freePort()
  const env = {
    PATH: process.env.PATH,
    HOME: project,
    AGENT_MANIFEST_FILE: join(project, 'registries/manifest.hocon'),
    AGENT_TOOL_PATH: join(project, 'coded_tools'),
    PYTHONPATH: project,
    AGENT_HTTP_PORT: String(port),
    ...modelEnv(modelPort),
  }
  const args = ['-m', 'neuro_san.service.main_loop.server_main_loop', '--http_port', String(port)]
  const child = spawn(python, args, { env, cwd: project, stdio: 'ignore' })
  for (let tries = 0; tries < 300; tries += 1) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (ready?.status === 200) return serverOf(child, port)
    await new Promise((done) => setTimeout(done, 200))
  }
  child.kill('SIGKILL')
  throw new Error('neuro-san did not start')
}
