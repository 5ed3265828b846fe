// Messages that are not sent yet. Each belongs to a conversation and goes where that goes: one that begins with a first message has
// no name of its own until the server has taken that message.
import type { SessionId } from '@slyglass/base'

/** A message that is not sent yet. */
export interface Draft {
  readonly text: string
  /** What makes it a command, where the network says nothing of commands. */
  readonly lent?: string | undefined
}

const EMPTY: Draft = { text: '' }

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Where the draft of a conversation is kept; `place` says which network it is with. */
export const draftKey = (place: string, session: SessionId | undefined): string =>
  `slyglass.draft:${session ?? `new:${place}`}`

const lentKey = (key: string) => `${key} lent`

/** Drafts of this tab, by the key of their conversation. */
export class MessageDrafts {
  readonly #storage: Storage
  readonly #drafts = new Map<string, Draft>()
  readonly #touched = new Set<string>()
  readonly #listeners = new Set<() => void>()

  constructor(storage: Storage) {
    this.#storage = storage
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The same object until the draft changes. */
  at(key: string): Draft {
    const known = this.#drafts.get(key)
    if (known !== undefined) return known
    const text = this.#storage.getItem(key) ?? ''
    const draft = text === '' ? EMPTY : { text, lent: this.#storage.getItem(lentKey(key)) ?? undefined }
    this.#drafts.set(key, draft)
    return draft
  }

  /** What a person made of it. */
  change(key: string, draft: Draft): void {
    this.#touched.add(key)
    this.#put(key, draft)
  }

  /** A message that was refused stands in front of what was typed since. */
  giveBack(key: string, sent: Draft): void {
    this.#put(key, joined(sent, this.at(key)))
  }

  /** The conversation has another key from now on: its draft is found there, behind what lay there. */
  move(from: string, to: string): void {
    const draft = this.at(from)
    this.#put(from, EMPTY)
    this.#put(to, joined(this.at(to), draft))
  }

  /** Was it changed since the last conversation came into view? */
  isTouched(key: string): boolean {
    return this.#touched.has(key)
  }

  /** Another conversation came into view. */
  turn(): void {
    this.#touched.clear()
  }

  #put(key: string, draft: Draft): void {
    const kept = draft.text === '' ? EMPTY : draft
    this.#drafts.set(key, kept)
    this.#keep(key, kept.text)
    this.#keep(lentKey(key), kept.lent ?? '')
    for (const listener of this.#listeners) listener()
  }

  /** A tab has room for some megabytes; what is longer lasts until the tab is loaded again. */
  #keep(name: string, text: string): void {
    try {
      if (text === '') this.#storage.removeItem(name)
      else this.#storage.setItem(name, text)
    } catch {
      this.#storage.removeItem(name)
    }
  }
}

function joined(first: Draft, second: Draft): Draft {
  if (first.text === '' || second.text === '') return first.text === '' ? second : first
  return { text: `${first.text}\n${second.text}`, lent: first.lent }
}
