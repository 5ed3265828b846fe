// What this host's own code asks of Node, for where there is no Node.
/** The code of the guest has the name under which it is loaded. */
export const fileURLToPath = (url: string | undefined): string => url?.replace(/^file:\/\//, '') ?? 'slyglass:guest'
export const pathToFileURL = (path: string): { readonly href: string } => ({ href: path })
export const inspect = { custom: Symbol.for('nodejs.util.inspect.custom') }

/** One call at a time lives here, so that the store is simply the last one. */
export class AsyncLocalStorage<T> {
  #store: T | undefined
  run<R>(store: T, work: () => R): R {
    this.#store = store
    return work()
  }
  getStore(): T | undefined {
    return this.#store
  }
}
