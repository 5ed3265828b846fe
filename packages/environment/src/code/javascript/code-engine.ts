// One engine for one cell: no files, no programs, no connections, memory of its own.
import { readFileSync } from 'node:fs'
import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core'
import { isFull, loadQuickJs } from '../../sandbox/quickjs/load-quickjs.ts'
import type { CellAnswer, CellDone, CellQuestion } from '../cell-messages.ts'
import type { FromThread, RunMessage } from './thread-messages.ts'

const STACK_BYTES = 1024 ** 2
const GUEST = 'slyglass:guest'
const MOST_TIMERS = 10_000
/** Questions that may be open at once, and the characters in them. They lie outside of the engine's own memory. */
const MOST_OPEN = 1_000
const MOST_CHARACTERS = 64 * 1024 ** 2

type Send = (message: FromThread) => void

/** Everything that does not depend on the cell is done here, so that a cell begins at once. */
export async function createEngine(memoryMb: number, send: Send): Promise<CodeEngine> {
  const quickjs = await loadQuickJs(memoryMb)
  return new CodeEngine(quickjs.newContext(), send, () => isFull(quickjs, memoryMb))
}

export class CodeEngine {
  readonly #context: QuickJSContext
  readonly #send: Send
  readonly #isFull: () => boolean
  readonly #guest: QuickJSHandle
  readonly #open = new Map<number, number>()
  #cell: RunMessage | undefined
  #characters = 0
  #timers = 0
  #printed = 0
  #isOver = false

  constructor(context: QuickJSContext, send: Send, isFull: () => boolean) {
    this.#context = context
    this.#send = send
    this.#isFull = isFull
    const { runtime } = context
    runtime.setMaxStackSize(STACK_BYTES)
    runtime.setModuleLoader(
      (name) => this.#moduleText(name),
      (_base, name) => name,
    )
    this.#offer()
    this.#settle(context.evalCode(`import '${GUEST}'`, 'start.js', { type: 'module' }))
    // The code finds neither end of the way between it and this thread.
    this.#guest = context.getProp(context.global, 'slyglassGuest')
    this.#settle(context.evalCode('delete globalThis.slyglassGuest'))
  }

  run(cell: RunMessage): void {
    this.#cell = cell
    const { file, tools, media } = cell
    this.#tell('start', JSON.stringify({ file, tools, media }))
  }

  hear(answer: CellAnswer): void {
    this.#characters -= this.#open.get(answer.id) ?? 0
    this.#open.delete(answer.id)
    this.#tell('hear', JSON.stringify(answer))
  }

  /** Nothing but the code itself can be imported. */
  #moduleText(name: string): string {
    if (name === GUEST && this.#cell === undefined)
      return readFileSync(new URL('./code-guest.mjs', import.meta.url), 'utf8')
    if (name === this.#cell?.file) return this.#cell.code
    throw new Error(`${name} cannot be imported: there are no modules here`)
  }

  #offer(): void {
    const context = this.#context
    const host = context.newObject()
    const offer = (name: string, work: (...texts: string[]) => boolean | undefined) =>
      context
        .newFunction(name, (...given) =>
          work(...given.map((handle) => context.getString(handle))) === false ? context.false : context.true,
        )
        .consume((handle) => context.setProp(host, name, handle))
    offer('ask', (text = '') => this.#ask(text))
    offer('out', (stream = '', text = '') => this.#print(stream, text))
    offer('timer', (id = '', ms = '') => this.#later(id, Number(ms)))
    offer('end', (text = '') => this.#end(JSON.parse(text)))
    context.setProp(context.global, 'slyglassHost', host)
    host.dispose()
  }

  #ask(text: string): boolean {
    if (this.#open.size >= MOST_OPEN || this.#characters + text.length > MOST_CHARACTERS) return false
    const question: CellQuestion = JSON.parse(text)
    this.#open.set(question.id, text.length)
    this.#characters += text.length
    this.#send({ type: 'question', question })
    return true
  }

  /** One byte beyond the limit tells that there was more. */
  #print(stream: string, text: string): undefined {
    const left = (this.#cell?.outputBytes ?? 0) + 1 - this.#printed
    if (stream !== 'stdout' || left <= 0) return
    const bytes = Buffer.from(text, 'utf8')
    this.#printed += bytes.length
    this.#send({ type: 'printed', text: bytes.length <= left ? text : bytes.subarray(0, left).toString('utf8') })
  }

  #later(id: string, ms: number): undefined {
    if (this.#timers >= MOST_TIMERS) throw new Error(`more than ${MOST_TIMERS} timers at once`)
    this.#timers += 1
    setTimeout(() => {
      this.#timers -= 1
      this.#tell('fireTimer', id)
    }, ms)
  }

  #tell(name: 'start' | 'hear' | 'fireTimer', text: string): void {
    if (this.#isOver) return
    try {
      this.#call(name, text)
    } catch (problem) {
      // An engine without memory fails in its own hands too.
      this.#fail(this.#isFull() ? null : problem)
    }
    if (this.#open.size === 0 && this.#timers === 0) this.#end(STUCK)
  }

  /** Calls a function of the guest, and lets the engine do what follows from it. */
  #call(name: 'start' | 'hear' | 'fireTimer', text: string): void {
    const context = this.#context
    const work = context.getProp(this.#guest, name)
    const given = name === 'fireTimer' ? context.newNumber(Number(text)) : context.newString(text)
    this.#settle(context.callFunction(work, this.#guest, given))
    for (const handle of [given, work]) handle.dispose()
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
    const { name = 'null', message = '' } = Object(problem) as { name?: string; message?: string }
    this.#end({ type: 'done', ended: 'raised', name, message, traceback: `${name}: ${message}\n` })
  }

  #end(end: CellDone): undefined {
    if (this.#isOver || this.#cell === undefined) return
    this.#isOver = true
    this.#send({ type: 'end', end: isOfMemory(end, this.#isFull) ? { type: 'done', ended: 'memory' } : end })
  }
}

/** The engine says it by an exception; in the worst case by one that is null, or by saying nothing any more. */
function isOfMemory(end: CellDone, isFull: () => boolean): boolean {
  if (end.ended !== 'raised') return false
  return /^out of memory$/i.test(end.message) || ((end.name === 'null' || end === STUCK) && isFull())
}

/** Nothing is open that could ever settle what the code awaits. */
const STUCK: CellDone = {
  type: 'done',
  ended: 'raised',
  name: 'Error',
  message: 'the code waits for something that never comes: no call and no timer is open',
  traceback: '',
}
