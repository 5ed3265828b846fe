// One engine for one cell: no files, no programs, no connections, memory of its own.
import type { QuickJSContext } from 'quickjs-emscripten-core'
import { EngineGuest } from '../../sandbox/quickjs/engine-guest.ts'
import { isFull, loadQuickJs } from '../../sandbox/quickjs/load-quickjs.ts'
import type { CellAnswer, CellDone, CellQuestion } from '../cell-messages.ts'
import { MOST_CHARACTERS, MOST_OPEN } from '../question-limits.ts'
import type { FromThread, RunMessage } from './thread-messages.ts'

type Send = (message: FromThread) => void

/** Everything that does not depend on the cell is done here, so that a cell begins at once. */
export async function createEngine(memoryMb: number, send: Send): Promise<CodeEngine> {
  const quickjs = await loadQuickJs(memoryMb)
  return new CodeEngine(quickjs.newContext(), send, () => isFull(quickjs, memoryMb))
}

export class CodeEngine {
  readonly #send: Send
  readonly #isFull: () => boolean
  readonly #guest: EngineGuest
  /** Characters in each question that is open: they lie outside of the engine's own memory. */
  readonly #open = new Map<number, number>()
  #cell: RunMessage | undefined
  #characters = 0
  #printed = 0
  #isOver = false

  constructor(context: QuickJSContext, send: Send, isFull: () => boolean) {
    this.#send = send
    this.#isFull = isFull
    this.#guest = new EngineGuest(context, {
      code: new URL('./code-guest.mjs', import.meta.url),
      offered: {
        ask: (text = '') => this.#ask(text),
        out: (stream = '', text = '') => this.#print(stream, text),
        end: (text = '') => this.#end(JSON.parse(text)),
      },
      moduleText: (name) => this.#moduleText(name),
      onTimer: (id) => this.#tell('fireTimer', id),
      onFault: (problem) => this.#fail(problem),
    })
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
    if (name === this.#cell?.file) return this.#cell.code
    throw new Error(`${name} cannot be imported: there are no modules here`)
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

  #tell(name: 'start' | 'hear' | 'fireTimer', argument: string | number): void {
    if (this.#isOver) return
    try {
      this.#guest.tell(name, argument)
    } catch (problem) {
      // An engine without memory fails in its own hands too.
      this.#fail(this.#isFull() ? null : problem)
    }
    if (this.#open.size === 0 && this.#guest.timers === 0) this.#end(STUCK)
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
