// Runs whose parked values are being closed where they live: who waits for that, and until when.

interface Closing<Place> {
  readonly place: Place
  readonly finish: () => void
}

export class ClosingRuns<Place> {
  readonly #closing = new Map<string, Closing<Place>>()

  /** Resolves when it is told that the run is closed there, at the latest after so long. */
  wait(run: string, place: Place, withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, withinMs)
      const finish = () => {
        clearTimeout(timer)
        resolve()
      }
      this.#closing.set(run, { place, finish })
    })
  }

  /** The run is closed, however late; tells where. */
  finish(run: string): Place | undefined {
    const closing = this.#closing.get(run)
    this.#closing.delete(run)
    closing?.finish()
    return closing?.place
  }

  /** Nothing is told any more of places that are over. */
  end(isOver: (place: Place) => boolean): void {
    for (const [run, { place }] of this.#closing) if (isOver(place)) this.finish(run)
  }
}
