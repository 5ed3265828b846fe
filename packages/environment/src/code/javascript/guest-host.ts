// What the thread around the engine offers to the code in it.
export interface CodeGuestHost {
  /** A question of the cell, as JSON; false when too much is open. */
  ask(json: string): boolean
  out(stream: string, text: string): void
  timer(id: number, ms: number): void
  /** The code has ended; how, as JSON. */
  end(json: string): void
}
