// Values that become private late: what the run has already written is searched for them once. It stays as it is, for the log is
// append-only; where a value stands in it is told.
import type { Sha256 } from '@slyglass/base'
import { type Draft, RUN_SPAN, type RunEvent, SEEN_EARLIER } from '@slyglass/run-log'
import type { SlySearch } from '@slyglass/sly'
import type { Journal } from './journal.ts'
import { type Leak, maskDraft } from './mask-draft.ts'
import type { RunStore } from './ports.ts'

const ALL = 1_000_000
/** Text that is searched in one run at most: a board that changes with every call must not cost its square. */
const MOST_TEXT = 32 * 1024 * 1024

export class LateValues {
  readonly #store: Pick<RunStore, 'read' | 'chunk'>
  readonly #told = new Set<string>()
  #journal: Journal | undefined
  #waiting: SlySearch | undefined
  #working: Promise<void> | undefined
  #searched = 0

  constructor(store: Pick<RunStore, 'read' | 'chunk'>) {
    this.#store = store
  }

  /** What an earlier owner has told is not told again. */
  follow(journal: Journal, log: readonly RunEvent[]): void {
    this.#journal = journal
    for (const event of log) if (event.type === 'sly.leaked') this.#told.add(nameOf(event))
  }

  /** There are other values than before. The search goes on beside the run. */
  look(search: SlySearch): void {
    if (search.longest === 0 || this.#journal === undefined) return
    this.#waiting = search
    this.#working ??= this.#work(this.#journal).finally(() => {
      this.#working = undefined
    })
  }

  /** Resolves when all that was found is told. */
  async settled(): Promise<void> {
    while (this.#working !== undefined) await this.#working
  }

  async #work(journal: Journal): Promise<void> {
    // A run that cannot be written any more is told about elsewhere.
    try {
      for (let search = this.#waiting; search !== undefined; search = this.#waiting) {
        this.#waiting = undefined
        await journal.settled()
        const leaks = await this.#searchLog(journal, search)
        const fresh = leaks.filter((leak) => !this.#told.has(nameOf(leak)))
        for (const leak of fresh) this.#told.add(nameOf(leak))
        const drafts = fresh.map((leak): Draft => ({ type: 'sly.leaked', span: RUN_SPAN, parent: null, ...leak }))
        if (drafts.length > 0) await journal.commitAside(drafts)
      }
    } catch {
      this.#waiting = undefined
    }
  }

  async #searchLog(journal: Journal, search: SlySearch): Promise<readonly Leak[]> {
    if (this.#searched > MOST_TEXT) return []
    const found = new Map<string, Leak>()
    const note = (leak: Leak) => {
      const late = { ...leak, where: `${leak.where}${SEEN_EARLIER}` }
      const count = (found.get(nameOf(late))?.count ?? 0) + leak.count
      found.set(nameOf(late), { ...late, count })
    }
    const events = await this.#store.read(journal.run, -1, ALL)
    for (const event of events) {
      const { v: _v, runId: _run, seq: _seq, at: _at, ...draft } = event
      const text = JSON.stringify(draft)
      this.#searched += text.length
      // The fields of an event are only looked at one by one where there is something to find.
      if (search.find(text).some(({ strength }) => strength === 'strong'))
        for (const leak of maskDraft(draft as Draft, search).leaks) note(leak)
      if (this.#searched > MOST_TEXT) await tellLimit(journal)
      if (this.#searched > MOST_TEXT) break
    }
    for (const [sha, where] of chunksOf(events)) {
      const text = (await this.#store.chunk(sha)) ?? ''
      this.#searched += text.length
      for (const { key, form } of search.mask(text).hits) note({ key: search.mask(key).text, form, where, count: 1 })
    }
    return [...found.values()]
  }
}

function nameOf({ key, form, where }: Pick<Leak, 'key' | 'form' | 'where'>): string {
  return JSON.stringify([key, form, where])
}

/** Texts of requests and of the history. The documents are meant to be read by models. */
function chunksOf(events: readonly RunEvent[]): ReadonlyMap<Sha256, string> {
  const chunks = new Map<Sha256, string>()
  for (const event of events) {
    if (event.type === 'run.started') for (const { sha } of event.history) chunks.set(sha, 'run.started history')
    if (event.type !== 'attempt.started') continue
    for (const sha of event.request?.parts ?? []) if (!chunks.has(sha)) chunks.set(sha, 'attempt.started request')
  }
  return chunks
}

function tellLimit(journal: Journal): Promise<void> {
  const text =
    'Values that become private from now on are looked for in what follows only: this run is too long to be searched again.'
  return journal.commitAside([{ type: 'note.noted', span: RUN_SPAN, parent: null, level: 'warning', text }])
}
