// A whole network in a test: the program that runs the test is started once more and talks with the network. Its tools run, and
// its model is the one of the test: the script beside the network, or the endpoint that is named.
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a network is asked with. */
export interface NetworkRunOptions {
  /** What its tools share, in place of `studio.deps`. */
  readonly deps?: Readonly<Record<string, unknown>>
  /** Private values. */
  readonly slyData?: Readonly<Record<string, unknown>>
  /** Variables besides those of the test, such as `OPENAI_BASE_URL` of a model that runs here. */
  readonly env?: Readonly<Record<string, string>>
  /** How long it may take, 60 s without it. */
  readonly timeoutMs?: number
}

/** What a network answered. */
export interface NetworkRun {
  readonly output: string
  readonly outcome: 'ok' | 'failed' | 'cancelled' | 'denied'
  readonly usage: {
    readonly toolCalls: number
    readonly requests: number
    readonly promptTokens: number
    readonly completionTokens: number
  }
}

/** The variable in which a test finds the program that runs it. */
export const PROGRAM_VARIABLE = 'SLYGLASS_TEST_PROGRAM'

const TIMEOUT_MS = 60_000

/** Asks a network of the project once. Rejects where it cannot be asked; how the run ended is its outcome. */
export async function run(network: string, text: string, options: NetworkRunOptions = {}): Promise<NetworkRun> {
  const program = process.env[PROGRAM_VARIABLE]
  if (program === undefined)
    throw new Error('run() starts the program that runs the test. Run this test with `slyglass test`.')
  const folder = await mkdtemp(join(tmpdir(), 'slyglass-run-'))
  try {
    const args = [program, 'chat', network, '--message', text, '--report']
    for (const [option, values] of [
      ['deps', options.deps],
      ['sly-data', options.slyData],
    ] as const) {
      if (values === undefined) continue
      // Values of a command line can be read by others.
      const file = join(folder, `${option}.json`)
      await writeFile(file, JSON.stringify(values), { mode: 0o600 })
      args.push(`--${option}`, `@${file}`)
    }
    return readReport(network, await start(args, options))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Ended {
  readonly out: string
  readonly err: string
}

function start(args: readonly string[], { env, timeoutMs = TIMEOUT_MS }: NetworkRunOptions): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    const said = { out: '', err: '' }
    const hear = (stream: 'out' | 'err') => (piece: string) => {
      said[stream] += piece
    }
    child.stdout.setEncoding('utf8').on('data', hear('out'))
    child.stderr.setEncoding('utf8').on('data', hear('err'))
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      child.kill('SIGKILL')
    }, timeoutMs)
    child.once('error', reject)
    child.once('close', () => {
      clearTimeout(timer)
      if (isLate) reject(new Error(`The network did not answer within ${timeoutMs} ms. ${said.err}`.trim()))
      else resolve(said)
    })
  })
}

function readReport(network: string, { out, err }: Ended): NetworkRun {
  const line = out.trim().split('\n').at(-1) ?? ''
  if (line.startsWith('{')) return JSON.parse(line) as NetworkRun
  throw new Error(`${network} could not be asked. ${err}`.trim())
}
