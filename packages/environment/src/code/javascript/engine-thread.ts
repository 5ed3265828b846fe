// A thread with an engine in it. Ending the thread ends the code, whatever it is doing.
import { Worker } from 'node:worker_threads'
import { type CellAnswer, type CellDone, type CellQuestion, type FromCell, readFromCell } from '../cell-messages.ts'
import { type Deferred, deferred } from '../deferred.ts'
import type { FromThread, RunMessage, ThreadSetting, ToThread } from './thread-messages.ts'

export interface ThreadHearer {
  onQuestion(question: CellQuestion): void
  onPrinted(text: string): void
}

export class EngineThread {
  /** Rejects with words when there is no engine after all. */
  readonly ready: Promise<void>
  readonly #worker: Worker
  readonly #isReady: Deferred<void> = deferred()
  readonly #done: Deferred<CellDone> = deferred()
  #hearer: ThreadHearer | undefined
  #isAlive = true

  constructor(file: string, setting: ThreadSetting) {
    // Nothing of this process's variables and flags is in it. The limit is for texts on their way; the engine has its own.
    const bare = { env: {}, execArgv: [], argv: [], stdin: false, stdout: true, stderr: true }
    this.#worker = new Worker(file, { ...bare, workerData: setting, resourceLimits: { maxOldGenerationSizeMb: 512 } })
    this.ready = this.#isReady.promise
    this.#worker.on('message', (message: FromThread) => this.#hear(message))
    this.#worker.on('error', (problem) => this.#lost(problem))
    this.#worker.on('exit', () => this.#lost(new Error('The engine ended.')))
  }

  get isAlive(): boolean {
    return this.#isAlive
  }

  hold(isHeld: boolean): void {
    isHeld ? this.#worker.ref() : this.#worker.unref()
  }

  /** Rejects when the engine itself breaks. */
  run(message: RunMessage, hearer: ThreadHearer): Promise<CellDone> {
    this.#hearer = hearer
    this.#post(message)
    return this.#done.promise
  }

  answer(answer: CellAnswer): void {
    this.#post({ type: 'answer', answer })
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #post(message: ToThread): void {
    if (this.#isAlive) this.#worker.postMessage(message)
  }

  #hear(message: FromThread): void {
    if (message.type === 'ready') this.#isReady.resolve()
    else if (message.type === 'printed') this.#hearer?.onPrinted(message.text)
    else this.#said(readFromCell(message.type === 'end' ? message.end : message.question))
  }

  #said(said: FromCell | undefined): void {
    if (said === undefined) this.#done.resolve(UNREADABLE)
    else if (said.type === 'done') this.#done.resolve(said)
    else this.#hearer?.onQuestion(said)
  }

  #lost(problem: unknown): void {
    this.#isAlive = false
    this.#isReady.reject(problem)
    this.#done.reject(problem)
  }
}

/** JSON.stringify, for one, is the code's own. */
const UNREADABLE: CellDone = {
  type: 'done',
  ended: 'raised',
  name: 'Error',
  message:
    'what the code asked or said at its end cannot be read; it has changed something that every call is written with',
  traceback: '',
}
