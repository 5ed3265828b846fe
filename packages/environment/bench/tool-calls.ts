// The program of the bench of tools, built as people run it. Calls and bare messages take turns, so that both meet the same machine;
// ratios are what counts. Each figure is a line: a label and the figure, as JSON.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runId, spanId } from '@slyglass/base'
import { createToolHosts, findPython, type HostAssets } from '../src/index.ts'
import { projectSources, writeProject } from '../src/testing/call-tool.ts'
import { type Echo, nodeLines, nodeMessages, nodeThread, pythonLines } from './bare-echo.ts'

type Report = (label: string, figure: string) => void

const CALLS = Number(process.env.BENCH_CALLS ?? '300')
/** Until then code is still being compiled beside its work, on both sides of the comparison. */
const WARM = 500
const TOGETHER = 50
const ARGS = JSON.stringify({ title: 'Yellow Submarine', year: 1966, tags: ['a', 'b'] })

const FILES = {
  'coded_tools/py_tools.py': `import asyncio
from neuro_san.interfaces.coded_tool import CodedTool
class Echo(CodedTool):
    async def async_invoke(self, args, sly_data):
        return args.get("title")
class Wait(CodedTool):
    async def async_invoke(self, args, sly_data):
        await asyncio.sleep(args["ms"] / 1000)
        return "done"
`,
  'coded_tools/ts_tools.ts': `export class Echo {
  async asyncInvoke(args) { return args.title }
}
export class Wait {
  async asyncInvoke({ ms }) {
    await new Promise((resolve) => setTimeout(resolve, ms))
    return 'done'
  }
}
`,
}

async function measure(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'slyglass-bench-'))
  const project = writeProject(FILES)
  const python = await findPython()
  if (!python.found) return report('Python', python.hint)
  const sources = projectSources(project)
  const hosts = createToolHosts({
    assets: builtAssets(join(import.meta.dirname, 'hosts')),
    cacheFolder: join(folder, 'cache'),
  })
  const echoes = [
    pythonLines(folder, python.command),
    nodeLines(folder),
    nodeMessages(folder),
    nodeThread(folder),
  ] as const
  const [lines, jsLines, messages, thread] = echoes
  // Calls of one agent: they share its run and its signal.
  const run = runId('run_bench')
  const { signal } = new AbortController()
  const origin = [
    { tool: 'front', instantiation_index: 1 },
    { tool: 'tool', instantiation_index: 1 },
  ]
  let count = 0
  const call = async (className: string, args = ARGS) => {
    count += 1
    let isolation: string | undefined
    const reply = await hosts.call({
      ...{ run, span: spanId(`span_${count}`), sources, className, args, origin, idempotencyKey: `key-${count}` },
      ...{ sly: new Map(), signal, onOutput: () => undefined, onProgress: () => undefined },
      onStart: async (info) => {
        isolation = info.isolation
      },
    })
    if (!reply.ok) throw new Error(`${className}: ${reply.text}`)
    return isolation
  }
  try {
    const cold = performance.now()
    const isolation = await call('py_tools.Echo')
    report(`cold start of the Python host, to the first answer (${isolation})`, `${since(cold)} ms`)
    const coldTs = performance.now()
    await call('ts_tools.Echo')
    report('cold start of the TypeScript host, bundling included', `${since(coldTs)} ms`)
    await compare('Python', () => call('py_tools.Echo'), { 'bare JSON-lines echo': lines }, report)
    const bare = { 'bare message': messages, 'bare message to a thread of it': thread, 'bare JSON-lines echo': jsLines }
    await compare('TypeScript', () => call('ts_tools.Echo'), bare, report)
    for (const language of ['py', 'ts'])
      await together(language, (ms) => call(`${language}_tools.Wait`, `{"ms":${ms}}`), report)
  } finally {
    for (const echo of echoes) echo.close()
    await hosts.dispose()
    for (const path of [folder, project]) rmSync(path, { recursive: true, force: true })
  }
}

async function compare(
  language: string,
  call: () => Promise<unknown>,
  bare: Readonly<Record<string, Echo>>,
  report: Report,
): Promise<void> {
  const ways: (readonly [string, () => Promise<unknown>])[] = [
    [`a ${language} call`, call],
    ...Object.entries(bare).map(([name, echo]) => [name, () => echo.send(ARGS)] as const),
  ]
  const times = new Map(ways.map(([name]) => [name, [] as number[]]))
  for (let turn = -WARM; turn < CALLS; turn += 1)
    for (const [name, work] of ways) {
      const before = performance.now()
      await work()
      if (turn >= 0) times.get(name)?.push(performance.now() - before)
    }
  const own = median(times.get(`a ${language} call`) ?? [])
  report(`a ${language} call, median of ${CALLS}`, `${own.toFixed(3)} ms`)
  for (const name of Object.keys(bare)) {
    const other = median(times.get(name) ?? [])
    report(`  ${name}`, `${other.toFixed(3)} ms; the call takes ${(own / other).toFixed(2)} times that (3 is asked)`)
  }
}

/** Calls of different length at once: the slowest decides, if nothing waits for anything else. */
async function together(language: string, wait: (ms: number) => Promise<unknown>, report: Report): Promise<void> {
  const slowest = 500
  await wait(1)
  const before = performance.now()
  await Promise.all(Array.from({ length: TOGETHER }, (_, index) => wait((slowest / TOGETHER) * (index + 1))))
  const took = performance.now() - before
  const alone = performance.now()
  await wait(slowest)
  const single = performance.now() - alone
  const ratio = (took / single).toFixed(2)
  report(`${TOGETHER} calls at once, ${language}`, `${Math.round(took)} ms; ${ratio} times the slowest (1.5 is asked)`)
}

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

const since = (start: number): number => Math.round(performance.now() - start)

function builtAssets(folder: string): HostAssets {
  return {
    python: join(folder, 'python'),
    typescriptHost: join(folder, 'typescript-host.mjs'),
    typescriptWorker: join(folder, 'typescript-worker.mjs'),
    modules: join(folder, 'modules'),
  }
}

await measure((label, figure) => console.log(JSON.stringify([label, figure])))
