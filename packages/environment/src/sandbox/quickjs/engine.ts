// A JavaScript engine of its own for one call: no files, no programs, no connections, nothing of Node, memory of its own.
import { readFileSync } from 'node:fs'
import { parseJson } from '@slyglass/base'
import type { QuickJSContext, QuickJSWASMModule } from 'quickjs-emscripten-core'
import type { CallMessage, FromHost } from '../../messages.ts'
import type { CallPlace, Finished } from '../../typescript-host/invoke.ts'
import { failed } from '../../typescript-host/outcome.ts'
import { toValue } from '../../typescript-host/values.ts'
import type { GuestEnd } from './guest.ts'
import { loadQuickJs } from './load-quickjs.ts'

const MEMORY_BYTES = 256 * 1024 ** 2
const STACK_BYTES = 1024 ** 2
const GUEST = 'slyglass:guest'

let engine: Promise<QuickJSWASMModule> | undefined

/** Runs one call to its outcome. A tool that loops for ever blocks its thread, which is ended from outside. */
export async function runInQuickJs(message: CallMessage, place: CallPlace): Promise<Finished> {
  engine ??= loadQuickJs(MEMORY_BYTES / 1024 ** 2)
  return new QuickJsCall(await engine, message, place).run()
}

class QuickJsCall {
  readonly #context: QuickJSContext
  readonly #message: CallMessage
  readonly #place: CallPlace
  readonly #timers = new Set<NodeJS.Timeout>()
  #finish: (end: Finished) => void = () => {}
  #isOver = false

  constructor(engine: QuickJSWASMModule, message: CallMessage, place: CallPlace) {
    this.#message = message
    this.#place = place
    this.#context = engine.newContext()
    const { runtime } = this.#context
    runtime.setMemoryLimit(MEMORY_BYTES)
    runtime.setMaxStackSize(STACK_BYTES)
    runtime.setModuleLoader(
      (name) => this.#moduleText(name),
      (_base, name) => name,
    )
  }

  run(): Promise<Finished> {
    return new Promise<Finished>((resolve) => {
      this.#finish = (end) => {
        if (this.#isOver) return
        this.#isOver = true
        resolve(end)
      }
      this.#offer()
      const { bundle, ...rest } = this.#message
      const own = bundle === undefined ? {} : { bundle: { path: bundle.path, file: bundle.file, sha: bundle.sha } }
      const loaded = this.#context.evalCode(`import '${GUEST}'`, 'start.js', { type: 'module' })
      this.#settle(loaded)
      this.#tell('serve', JSON.stringify({ ...rest, ...own }))
      this.#listen()
    }).finally(() => this.#end())
  }

  /** Only the tool's own bundle and the code around it can be imported. */
  #moduleText(name: string): string {
    if (name === GUEST) return readFileSync(new URL('./quickjs-guest.mjs', import.meta.url), 'utf8')
    if (name === this.#message.bundle?.path) return readFileSync(name, 'utf8')
    throw new Error(`${name} is not there in QuickJS`)
  }

  #listen(): void {
    const { call } = this.#place
    void call.go.then(() => this.#tell('receive', '{"type":"go"}'))
    call.abort.signal.addEventListener('abort', () => this.#tell('receive', '{"type":"cancel"}'))
  }

  #offer(): void {
    const context = this.#context
    const host = context.newObject()
    const offer = (name: string, work: (...texts: string[]) => void) =>
      context
        .newFunction(name, (...given) => work(...given.map((handle) => context.getString(handle))))
        .consume((handle) => context.setProp(host, name, handle))
    offer('send', (text = '') => this.#hear(JSON.parse(text)))
    offer('out', (stream, text) => (stream === 'stderr' ? console.error(text) : console.log(text)))
    offer('timer', (id = '', ms = '') => this.#later(id, Number(ms)))
    offer('done', (text = '') => this.#done(JSON.parse(text)))
    offer('broken', (problem = '') => this.#fail(problem))
    context.setProp(context.global, 'slyglassHost', host)
    host.dispose()
  }

  #hear(message: FromHost): void {
    if (message.type === 'use')
      this.#place.call.uses.set(message.use, (answer) => this.#tell('receive', JSON.stringify(answer)))
    this.#place.send(message)
  }

  #later(id: string, ms: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.#tell('fireTimer', id)
    }, ms)
    this.#timers.add(timer)
  }

  /** Calls a function of the guest with one text, and lets it do what follows from it. */
  #tell(name: 'serve' | 'receive' | 'fireTimer', text: string): void {
    if (this.#isOver) return
    const context = this.#context
    const guest = context.getProp(context.global, 'slyglassGuest')
    const work = context.getProp(guest, name)
    const given = name === 'fireTimer' ? context.newNumber(Number(text)) : context.newString(text)
    this.#settle(context.callFunction(work, guest, given))
    for (const handle of [given, work, guest]) handle.dispose()
  }

  #settle(result: ReturnType<QuickJSContext['evalCode']>): void {
    if (result.error !== undefined) {
      this.#fail(this.#context.dump(result.error))
      result.error.dispose()
      return
    }
    result.value.dispose()
    const jobs = this.#context.runtime.executePendingJobs()
    if (jobs.error === undefined) return
    this.#fail(this.#context.dump(jobs.error))
    jobs.error.dispose()
  }

  #fail(problem: unknown): void {
    const { name = 'Error', message = String(problem) } = Object(problem) as { name?: string; message?: string }
    // An engine without memory may not even have enough for its exception.
    const outcome =
      isMemory(message) || problem === null || problem === ''
        ? failed('memory', OUT_OF_MEMORY, `Error: ${OUT_OF_MEMORY}`, '')
        : failed('raised', `${name}: ${message}`, `Error: ${message}`, '')
    this.#finish({ outcome, synchronous: false })
  }

  #done({ end, sly, reads }: GuestEnd): void {
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
    for (const timer of this.#timers) clearTimeout(timer)
    // The last function of the guest may still be on the stack.
    setImmediate(() => {
      try {
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
