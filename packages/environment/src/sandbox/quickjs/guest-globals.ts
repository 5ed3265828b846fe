// Globals that tools expect and the engine does not have. Only what touches nothing outside.

/** What the thread around the engine offers. */
export interface GuestHost {
  send(json: string): void
  out(stream: string, text: string): void
  timer(id: number, ms: number): void
  done(json: string): void
  /** The call cannot be brought to an end of its own. */
  broken(problem: string): void
}

type Work = (...given: unknown[]) => void

class ShortSignal {
  aborted = false
  reason: unknown
  onabort: Work | undefined
  readonly #listeners = new Set<Work>()
  addEventListener(_event: string, listener: Work): void {
    this.#listeners.add(listener)
  }
  removeEventListener(_event: string, listener: Work): void {
    this.#listeners.delete(listener)
  }
  throwIfAborted(): void {
    if (this.aborted) throw this.reason
  }
  abort(reason: unknown): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason ?? new Error('This operation was aborted')
    for (const listener of [...this.#listeners]) listener()
    this.onabort?.()
  }
}

class ShortAbortController {
  readonly signal = new ShortSignal()
  abort(reason?: unknown): void {
    this.signal.abort(reason)
  }
}

/** Puts them in place; answers what fires a timer. */
export function installGlobals(host: Pick<GuestHost, 'out' | 'timer'>, beforeOutput: () => void): (id: number) => void {
  const timers = new Map<number, () => void>()
  let last = 0
  const later = (work: Work, ms = 0, given: readonly unknown[] = [], again = false): number => {
    last += 1
    const id = last
    const fire = () => {
      if (!again) timers.delete(id)
      work(...given)
      if (again && timers.has(id)) host.timer(id, Number(ms))
    }
    timers.set(id, fire)
    host.timer(id, Number(ms) || 0)
    return id
  }
  const say =
    (stream: string) =>
    (...parts: unknown[]) => {
      beforeOutput()
      host.out(stream, parts.map(shown).join(' '))
    }
  const clear = (id: number) => void timers.delete(id)
  Object.assign(globalThis, {
    process: Object.freeze({ env: Object.freeze({}), versions: Object.freeze({}) }),
    console: {
      log: say('stdout'),
      info: say('stdout'),
      debug: say('stdout'),
      warn: say('stderr'),
      error: say('stderr'),
    },
    setTimeout: (work: Work, ms?: number, ...given: unknown[]) => later(work, ms, given),
    setInterval: (work: Work, ms?: number, ...given: unknown[]) => later(work, ms, given, true),
    clearTimeout: clear,
    clearInterval: clear,
    queueMicrotask: (work: () => void) => void Promise.resolve().then(work),
    AbortController: ShortAbortController,
  })
  return (id) => timers.get(id)?.()
}

function shown(part: unknown): string {
  if (typeof part === 'string') return part
  if (part instanceof Error) return part.stack ?? `${part.name}: ${part.message}`
  try {
    return JSON.stringify(part) ?? String(part)
  } catch {
    return String(part)
  }
}
