// What a later owner of a run needs and its log may not say: private values by fingerprint, and masked events as they were.
// Their boxes are written in the transaction of the events that need them.
import type { RunId, SessionId } from '@slyglass/base'
import type { Draft, RunEvent, SlyRef } from '@slyglass/run-log'
import type { SlyVault } from '@slyglass/sly'
import type { Fresh } from './journal.ts'
import type { Commit, SealedSession } from './ports.ts'

/** Names of boxes that hold no value. */
export const boxNames = {
  event: (run: RunId, seq: number) => `${run}:${seq}`,
  inputs: (run: RunId) => `${run}:inputs`,
  opaque: (run: RunId) => `${run}:opaque`,
  board: 'board',
}

export class Sealer {
  readonly #vault: SlyVault
  readonly #session: SessionId
  readonly #run: RunId
  #opaque = '[]'

  constructor(vault: SlyVault, session: SessionId, run: RunId) {
    this.#vault = vault
    this.#session = session
    this.#run = run
  }

  seal(fresh: readonly Fresh[], texts: ReadonlyMap<string, string> = NO_TEXTS): Pick<Commit, 'boxes' | 'keys'> {
    // The keys are kept from the beginning, so that what a person changes between two runs can be sealed too.
    const begins = fresh.some(({ event }) => event.type === 'run.started')
    const live = this.#liveObjects()
    if (!begins && texts.size + live.length === 0 && fresh.every(isSaidOpenly)) return NOTHING
    const refs = fresh.flatMap(({ draft }) => refsIn(draft))
    const named = new Map([...texts, ...this.#originals(fresh), ...live])
    if (refs.length + named.size === 0 && !begins) return NOTHING
    const session = this.#session
    const sealed = this.#vault.seal({ refs, texts: named })
    if (sealed === undefined) return NOTHING
    const boxes = sealed.boxes.map(({ name, box }) => ({ session, fingerprint: name, box }))
    return { boxes, keys: { session, wrapped: sealed.wrapped } }
  }

  /** Deltas are no answers, and nobody asks for them again. */
  #originals(fresh: readonly Fresh[]): readonly (readonly [string, string])[] {
    return fresh.flatMap(({ event, draft, masked }) =>
      masked && event.type !== 'attempt.delta'
        ? [[boxNames.event(this.#run, event.seq), JSON.stringify(draft)] as const]
        : [],
    )
  }

  /** Which live objects tools keep: their host holds them, so a later owner can only say that they are gone. */
  #liveObjects(): readonly (readonly [string, string])[] {
    const opaque = this.#vault.opaque()
    const now = opaque.size === 0 ? '[]' : JSON.stringify([...opaque])
    if (now === this.#opaque) return []
    this.#opaque = now
    return [[boxNames.opaque(this.#run), now]]
  }
}

const NO_TEXTS: ReadonlyMap<string, string> = new Map()
const NOTHING: Pick<Commit, 'boxes'> = { boxes: [] }

/** An event of which nothing is sealed; most are. */
function isSaidOpenly({ draft, masked }: Fresh): boolean {
  return !masked && draft.type !== 'sly.changed'
}

function refsIn(draft: Draft): readonly SlyRef[] {
  if (draft.type === 'run.started') return draft.sly
  return draft.type === 'sly.changed' ? draft.set : []
}

/** The events of a log that were masked, as they were, by number; those whose box does not open are left out. */
export function openEvents(
  vault: Pick<SlyVault, 'open'>,
  log: readonly RunEvent[],
  boxes: SealedSession['boxes'],
): ReadonlyMap<number, RunEvent> {
  const truths = new Map<number, RunEvent>()
  for (const event of log) {
    const text = openBox(vault, boxes, boxNames.event(event.runId, event.seq))
    if (text !== undefined) truths.set(event.seq, { ...event, ...(JSON.parse(text) as Partial<RunEvent>) } as RunEvent)
  }
  return truths
}

export function openBox(
  vault: Pick<SlyVault, 'open'>,
  boxes: SealedSession['boxes'],
  name: string,
): string | undefined {
  const box = boxes.get(name)
  return box === undefined ? undefined : vault.open(name, box)
}
