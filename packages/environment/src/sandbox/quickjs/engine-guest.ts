// An engine with our own code in it, which runs that of a tool or of a model: how it is set up, and what goes to and fro. The code
// that it runs reaches neither end of that way.
import { readFileSync } from 'node:fs'
import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core'

const STACK_BYTES = 1024 ** 2
const GUEST = 'slyglass:guest'
/** Timers lie outside of the engine's own memory. */
const MOST_TIMERS = 10_000

/** A function that the guest may call with texts; it reads false or true. */
type Offered = (...texts: string[]) => boolean | undefined

export interface GuestSetting {
  /** The file of our own code. */
  readonly code: URL
  readonly offered: Readonly<Record<string, Offered>>
  /** The text of a module that is imported; throws for what is not there. */
  moduleText(name: string): string
  onTimer(id: number): void
  /** Something was raised that nobody in the engine caught. */
  onFault(problem: unknown): void
}

export class EngineGuest {
  readonly #context: QuickJSContext
  readonly #setting: GuestSetting
  readonly #guest: QuickJSHandle
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor(context: QuickJSContext, setting: GuestSetting) {
    this.#context = context
    this.#setting = setting
    const { runtime } = context
    runtime.setMaxStackSize(STACK_BYTES)
    runtime.setModuleLoader(
      (name) => (name === GUEST ? readFileSync(setting.code, 'utf8') : setting.moduleText(name)),
      (_base, name) => name,
    )
    this.#offer({ ...setting.offered, timer: (id = '', ms = '') => this.#later(Number(id), Number(ms)) })
    this.#settle(context.evalCode(`import '${GUEST}'`, 'start.js', { type: 'module' }))
    this.#guest = context.getProp(context.global, 'slyglassGuest')
    this.#settle(context.evalCode('delete globalThis.slyglassGuest'))
  }

  /** Timers that will fire. */
  get timers(): number {
    return this.#timers.size
  }

  /** Calls a function of the guest, and lets the engine do what follows from it. */
  tell(name: string, argument: string | number): void {
    const context = this.#context
    const work = context.getProp(this.#guest, name)
    const given = typeof argument === 'number' ? context.newNumber(argument) : context.newString(argument)
    this.#settle(context.callFunction(work, this.#guest, given))
    for (const handle of [given, work]) handle.dispose()
  }

  dispose(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#guest.dispose()
  }

  #offer(offered: GuestSetting['offered']): void {
    const context = this.#context
    const host = context.newObject()
    for (const [name, work] of Object.entries(offered))
      context
        .newFunction(name, (...given) =>
          work(...given.map((handle) => context.getString(handle))) === false ? context.false : context.true,
        )
        .consume((handle) => context.setProp(host, name, handle))
    context.setProp(context.global, 'slyglassHost', host)
    host.dispose()
  }

  #later(id: number, ms: number): undefined {
    if (this.#timers.size >= MOST_TIMERS) throw new Error(`more than ${MOST_TIMERS} timers at once`)
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.#setting.onTimer(id)
    }, ms)
    this.#timers.add(timer)
  }

  #settle(result: ReturnType<QuickJSContext['evalCode']>): void {
    if (result.error !== undefined) {
      this.#setting.onFault(this.#context.dump(result.error))
      result.error.dispose()
      return
    }
    result.value.dispose()
    const jobs = this.#context.runtime.executePendingJobs()
    if (jobs.error === undefined) return
    this.#setting.onFault(this.#context.dump(jobs.error))
    jobs.error.dispose()
  }
}
