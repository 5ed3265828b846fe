// Code in JavaScript: an engine without any rights for each cell, in a thread of its own.
import { dirname, join } from 'node:path'
import type { CodeCell, CodeEnd } from '@slyglass/runtime'
import { createMeans } from '../../sandbox/find-means.ts'
import { environmentOf } from '../../sandbox/levels.ts'
import { CellDesk } from '../cell-desk.ts'
import type { CellDone } from '../cell-messages.ts'
import { CellOutput } from '../cell-output.ts'
import { fileOf, shaOf } from '../code-file.ts'
import type { CodePortOptions } from '../code-options.ts'
import { deferred, whenAborted } from '../deferred.ts'
import { MediaShelf } from '../media/media-shelf.ts'
import { Spares } from '../spares.ts'
import { findWorkspace } from '../workspace.ts'
import { EngineThread } from './engine-thread.ts'

export class JavaScriptCells {
  readonly #means: ReturnType<typeof createMeans>
  readonly #file: string
  readonly #spares = new Spares<EngineThread>()
  readonly #running = new Set<EngineThread>()

  constructor(options: CodePortOptions) {
    this.#means = createMeans({ ...options, env: options.env ?? process.env })
    this.#file = join(dirname(options.assets.typescriptWorker), 'code-worker.mjs')
  }

  async run(cell: CodeCell, read?: (path: string) => Promise<Uint8Array>): Promise<CodeEnd> {
    const workspace = await findWorkspace(cell.sources)
    const { network } = await this.#means()
    if (cell.signal.aborted) return { ended: 'stopped', output: '', media: [] }
    const { memoryMb } = cell
    const key = `${memoryMb} MB`
    const make = () => new EngineThread(this.#file, { memoryMb })
    const thread = this.#spares.take(key, make)
    this.#running.add(thread)
    const { fetchAllow = [], network: asked } = environmentOf(cell.sources)
    const stopping = new AbortController()
    const shelf = new MediaShelf({
      ...{ fetchAllow, signal: stopping.signal, network: network === 'off' ? 'off' : asked },
      ...(workspace.ok && { workspace: workspace.value }),
      ...(read !== undefined && { read }),
    })
    try {
      return await runIn(thread, { cell, shelf, over: stopping.signal })
    } finally {
      stopping.abort()
      await thread.end()
      this.#running.delete(thread)
      this.#spares.prepare(key, make)
    }
  }

  async dispose(): Promise<void> {
    await Promise.all([this.#spares.dispose(), ...[...this.#running].map((one) => one.end())])
  }
}

async function runIn(
  thread: EngineThread,
  { cell, shelf, over }: { readonly cell: CodeCell; readonly shelf: MediaShelf; readonly over: AbortSignal },
): Promise<CodeEnd> {
  const output = new CellOutput(cell.outputBytes, (text) => cell.onOutput(text))
  const desk = new CellDesk(cell, shelf)
  const ended = (end: object): CodeEnd => ({ ...end, output: output.end(), media: desk.media }) as CodeEnd
  const stopped = whenAborted(cell.signal, over)
  const began = await Promise.race([stopped, thread.ready.then(() => true as const, wordsOf)])
  if (began === 'stopped') return ended({ ended: 'stopped' })
  if (began !== true) return ended({ ended: 'refused', message: `The engine for JavaScript did not start: ${began}` })
  await cell.onStart({ language: 'javascript', isolation: 'quickjs', offline: true, sha: shaOf(cell.code) })
  if (cell.signal.aborted) return ended({ ended: 'stopped' })
  const faults = deferred<never>()
  const { code, outputBytes, mediaTools: media } = cell
  const tools = cell.tools.map(({ identifier }) => identifier)
  const running = thread
    .run(
      { type: 'run', code, file: fileOf(code), tools, media, outputBytes },
      {
        onQuestion: (question) => void desk.answer(question).then((answer) => thread.answer(answer), faults.reject),
        onPrinted: (text) => output.push(Buffer.from(text, 'utf8')),
      },
    )
    .then(endOf, lostOf)
  const end = await Promise.race([stopped, running, faults.promise])
  return ended(end === 'stopped' ? { ended: end } : end)
}

function endOf(end: CellDone): object {
  if (end.ended !== 'raised') return { ended: end.ended }
  return { ended: 'raised', type: end.name, message: end.message, traceback: end.traceback }
}

/** The engine itself broke; its thread has a limit of memory too. */
function lostOf(problem: unknown): object {
  const { code } = Object(problem) as { code?: string }
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return { ended: 'memory' }
  return { ended: 'exited', code: 1, stderr: wordsOf(problem) }
}

const wordsOf = (problem: unknown): string => (problem instanceof Error ? problem.message : String(problem))
