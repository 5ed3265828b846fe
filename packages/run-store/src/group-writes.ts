import type Database from 'libsql'

/** Writes that arrive in one turn of the event loop, in one transaction. */
export interface GroupWrites {
  /**
   * Does a piece of work with all others of this turn, or of this moment while many write; resolves once it is on disk. The order
   * of calls is kept. What need not be done at once waits longer for others to come.
   */
  write<T>(work: () => T, when?: 'now' | 'soon'): Promise<T>
  /** Writes at once what is waiting. */
  flush(): void
}

const SOON_MS = 20
/** While more than one run writes, a transaction waits so long for the others: nobody notices, and it is shared by more. Twice as long gains no more. */
const GATHER_MS = 4

interface Waiting {
  readonly when: 'now' | 'soon'
  /** Does the work; what is called afterwards tells its caller. */
  attempt(): () => void
  refuse(cause: unknown): void
}

/** A transaction costs far more than what is written in it, and many runs write at once. */
export function createGroupWrites(database: Database.Database): GroupWrites {
  let waiting: Waiting[] = []
  let soon: NodeJS.Timeout | undefined
  let gathering: NodeJS.Timeout | undefined
  let isDue = false
  let isCrowded = false
  const inTransaction = createTransactions(database)

  const attemptAll = (group: readonly Waiting[]): void => {
    let told: readonly (() => void)[] = []
    inTransaction(() => {
      told = group.map((one) => one.attempt())
    })
    for (const tell of told) tell()
  }
  const flush = (): void => {
    const group = waiting
    waiting = []
    clearTimeout(soon)
    clearTimeout(gathering)
    soon = undefined
    isDue = false
    if (group.length === 0) return
    isCrowded = group.filter(({ when }) => when === 'now').length > 1
    try {
      attemptAll(group)
    } catch (cause) {
      if (group.length === 1 || isBusy(cause)) for (const one of group) one.refuse(cause)
      else for (const one of group) attemptAlone(one)
    }
  }
  // One that is refused takes none of the others along.
  const attemptAlone = (one: Waiting): void => {
    try {
      attemptAll([one])
    } catch (cause) {
      one.refuse(cause)
    }
  }

  return {
    flush,
    write(work, when = 'now') {
      return new Promise((resolve, reject) => {
        if (when === 'soon') soon ??= setTimeout(flush, SOON_MS)
        else if (!isDue) {
          isDue = true
          // Who writes alone does not wait for anybody.
          if (isCrowded) gathering = setTimeout(flush, GATHER_MS)
          else setImmediate(flush)
        }
        waiting.push({
          when,
          attempt() {
            const result = work()
            return () => resolve(result)
          },
          refuse: reject,
        })
      })
    },
  }
}

/** Trying each by itself would wait as long as often as there are writes. */
function isBusy(cause: unknown): boolean {
  return (cause as { code?: unknown } | null)?.code === 'SQLITE_BUSY'
}

/** All of the work, or nothing of it. */
function createTransactions(database: Database.Database): (work: () => void) => void {
  return (work) => {
    database.exec('BEGIN IMMEDIATE')
    try {
      work()
      database.exec('COMMIT')
    } catch (cause) {
      // Of a full disk the database has taken everything back already; a second time it would say that there is nothing to take back.
      if (database.inTransaction) database.exec('ROLLBACK')
      throw cause
    }
  }
}
