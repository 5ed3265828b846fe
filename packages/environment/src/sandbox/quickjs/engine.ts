// A JavaScript engine of its own for one call: no files, no programs, no connections, nothing of Node, memory of its own.
import { readFileSync } from 'node:fs'
import { parseJson } from '@slyglass/base'
import type { QuickJSContext, QuickJSWASMModule } from 'quickjs-emscripten-core'
import type { CallMessage, FromHost } from '../../messages.ts'
import type { CallPlace, Finished } from '../../typescript-host/invoke.ts'
import { failed, words } from '../../typescript-host/outcome.ts'
import { toValue } from '../../typescript-host/values.ts'
import { EngineGuest } from './engine-guest.ts'
import type { GuestEnd } from './guest.ts'
import { loadQuickJs } from './load-quickjs.ts'

const MEMORY_BYTES = 256 * 1024 ** 2

let engine: Promise<QuickJSWASMModule> | undefined

/** Runs one call to its outcome. A tool that loops for ever blocks its thread, which is ended from outside. */
export async function runInQuickJs(message: CallMessage, place: CallPlace): Promise<Finished> {
  engine ??= loadQuickJs(MEMORY_BYTES / 1024 ** 2)
  const context = (await engine).newContext()
  context.runtime.setMemoryLimit(MEMORY_BYTES)
  return new QuickJsCall(context, message, place).run()
}

class QuickJsCall {
  readonly #context: QuickJSContext
  readonly #message: CallMessage
  readonly #place: CallPlace
  readonly #guest: EngineGuest
  readonly #finished: Promise<Finished>
  #finish: (end: Finished) => void = () => {}
  #isOver = false

  constructor(context: QuickJSContext, message: CallMessage, place: CallPlace) {
    this.#context = context
    this.#message = message
    this.#place = place
    this.#finished = new Promise((resolve) => {
      this.#finish = (end) => {
        this.#isOver = true
        resolve(end)
      }
    })
    this.#guest = new EngineGuest(context, {
      code: new URL('./quickjs-guest.mjs', import.meta.url),
      offered: {
        send: (text = '') => this.#hear(JSON.parse(text)),
        out: (stream, text) => void (stream === 'stderr' ? console.error(text) : console.log(text)),
        done: (text = '') => this.#done(JSON.parse(text)),
        broken: (problem = '') => this.#fail(problem),
      },
      moduleText: (name) => this.#moduleText(name),
      onTimer: (id) => this.#tell('fireTimer', id),
      onFault: (problem) => this.#fail(problem),
    })
  }

  async run(): Promise<Finished> {
    try {
      const { bundle, ...rest } = this.#message
      const own = bundle === undefined ? {} : { bundle: { path: bundle.path, file: bundle.file, sha: bundle.sha } }
      this.#tell('serve', JSON.stringify({ ...rest, ...own }))
      this.#listen()
      return await this.#finished
    } finally {
      this.#end()
    }
  }

  /** Only the tool's own bundle can be imported. */
  #moduleText(name: string): string {
    if (name === this.#message.bundle?.path) return readFileSync(name, 'utf8')
    throw new Error(`${name} is not there in QuickJS`)
  }

  #listen(): void {
    const { call } = this.#place
    void call.go.then(() => this.#tell('receive', '{"type":"go"}'))
    call.signal.addEventListener('abort', () => this.#tell('receive', '{"type":"cancel"}'))
  }

  #hear(message: FromHost): undefined {
    if (message.type === 'use')
      this.#place.call.uses.set(message.use, (answer) => this.#tell('receive', JSON.stringify(answer)))
    this.#place.send(message)
  }

  #tell(name: 'serve' | 'receive' | 'fireTimer', argument: string | number): void {
    if (!this.#isOver) this.#guest.tell(name, argument)
  }

  #fail(problem: unknown): undefined {
    const { name = 'Error', message = words(problem) } = Object(problem) as { name?: string; message?: string }
    // An engine without memory may not even have enough for its exception.
    const outcome =
      isMemory(message) || problem === null || problem === ''
        ? failed('memory', OUT_OF_MEMORY, `Error: ${OUT_OF_MEMORY}`, '')
        : failed('raised', `${name}: ${message}`, `Error: ${message}`, '')
    this.#finish({ outcome, synchronous: false })
  }

  #done({ end, sly, reads }: GuestEnd): undefined {
    const { board, call } = this.#place
    for (const key of reads) call.reads.add(key)
    for (const [key, text] of Object.entries(sly.set)) {
      const read = parseJson(text)
      if (read.ok) board.data[key] = toValue(read.value)
    }
    for (const key of sly.del) delete board.data[key]
    const lost = Object.keys(sly.opaque).map((key) => `slyData.${key} cannot leave QuickJS, so it is not kept.`)
    this.#finish({ ...memoryEnd(end), warnings: [...(end.warnings ?? []), ...lost] })
  }

  #end(): void {
    // The last function of the guest may still be on the stack.
    setImmediate(() => {
      try {
        this.#guest.dispose()
        this.#context.runtime.dispose()
      } catch {
        // Something of the tool was left; the engine is not used again.
        engine = undefined
      }
    })
  }
}

const OUT_OF_MEMORY = `The tool ran out of memory; ${MEMORY_BYTES / 1024 ** 2} MB are allowed.`
const isMemory = (message: string): boolean => /out of memory/i.test(message)

/** The engine says it by an exception, which reaches the tool's own frame first. */
function memoryEnd(end: Finished): Finished {
  const { outcome } = end
  if (outcome.ok || outcome.code !== 'raised' || !isMemory(outcome.message)) return end
  return { ...end, outcome: failed('memory', OUT_OF_MEMORY, `Error: ${OUT_OF_MEMORY}`, '') }
}
