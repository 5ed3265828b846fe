// The shapes through which the rest of the product meets the vault.
import type { JsonText } from '@slyglass/base'

/** What a finishing call left on the board, against the texts it started from (mechanisms.md 4). */
export interface SlyDiff {
  readonly set: Readonly<Record<string, JsonText>>
  readonly del: readonly string[]
  /** Keys whose value cannot be JSON, with the type's name; they stay in their host. */
  readonly opaque: Readonly<Record<string, string>>
}

/** How one key changed when a diff was merged. */
export interface SlyChange {
  readonly set: readonly { readonly key: string; readonly fingerprint: string; readonly bytes: number }[]
  readonly removed: readonly string[]
  readonly conflicts: readonly { readonly path: string }[]
}

/** A search over text for the vault's values, built once per vault version. Offsets count UTF-8 bytes. */
export interface SlySearch {
  readonly values: number
  readonly classes: {
    readonly strong: number
    readonly weak: number
    readonly public: number
    readonly unsearchable: number
  }
  readonly keys: readonly { readonly key: string; readonly strength: 'strong' | 'weak' | 'public' | 'unsearchable' }[]
  /** What `find` does: `A` spellings, `B` text without separators, `C` inside base64. */
  readonly passes: readonly ('A' | 'B' | 'C')[]
  /** True when something strong is looked for that `earlier` did not look for. */
  addsTo(earlier: SlySearch): boolean
  /** Bytes of the longest spelling searched for: a stream holds back so much before it may be cut. 0 when nothing is masked. */
  readonly longest: number
  find(text: string): readonly {
    readonly key: string
    readonly form: string
    readonly offset: number
    readonly length: number
    readonly strength: 'strong' | 'weak' | 'public'
  }[]
  /** False when masking would change none of these texts: one look at all of them instead of one at each. */
  mayMask(texts: readonly string[]): boolean
  /**
   * `text` with every strong value replaced by `⟨sly:key⟩`. A JSON object or list stays valid JSON and is masked inside
   * its strings, also where these are JSON themselves; any other text is masked as plain text.
   */
  mask(text: string): SlyMask
  /** The same for text that should be JSON, so that a lone number becomes a string. */
  maskJson(text: JsonText): SlyMask
  /** The last place up to `limit` characters at which the text may end without cutting a value, or a character, in two. */
  cutBefore(text: string, limit: number): number
}

/** A masked text and what was replaced in it. */
export interface SlyMask {
  readonly text: string
  readonly hits: readonly { readonly key: string; readonly form: string }[]
  /** False when a value could not be taken out in its place: then `text` is a lone placeholder, and a request is blocked. */
  readonly clean: boolean
}

/** A session's own keys, behind functions: nobody sees them. What is sealed under a name opens under that name only. */
export interface SlyKeys {
  /** HMAC-SHA-256 under the fingerprint key, in hexadecimal digits. */
  hmac(text: string): string
  /** Both keys under the master key, to be kept beside the boxes. */
  readonly wrapped: string
  seal(name: string, text: string): string
  /** Undefined when the box is damaged, or was sealed under other keys or another name. */
  open(name: string, box: string): string | undefined
}

/** What may be written to disk of private values: boxes by name, and the keys that open them, wrapped. */
export interface SlySealed {
  readonly wrapped: string
  readonly boxes: readonly { readonly name: string; readonly box: string }[]
}

/** The only holder of private values: one per session, in memory. */
export interface SlyVault {
  /** Rises with every change. */
  readonly version: number
  /** Nothing is private: nothing is held, and nothing was. */
  readonly isEmpty: boolean
  /** Exact JSON text per key, in order of entry. For tool hosts and boundaries only. */
  values(): ReadonlyMap<string, JsonText>
  /** Keys whose value cannot be JSON and stays in the host that made it, with the type's name. */
  opaque(): ReadonlyMap<string, string>
  /** The value that a key has, or had while it was held, under this fingerprint: for a person who asks for it. */
  find(key: string, fingerprint: string): JsonText | undefined
  /** What a log may say of each key. */
  refs(): readonly { readonly key: string; readonly fingerprint: string; readonly bytes: number }[]
  /** Why these values cannot be added to those that are held: there would be too much of them. Nothing is changed. */
  sizeFault(set: Iterable<readonly [key: string, text: JsonText]>): string | undefined
  /** Values of a client: each key replaced (`update`). */
  update(values: ReadonlyMap<string, JsonText>): SlyChange
  /** Replaces everything (the person edited the vault). */
  replace(values: ReadonlyMap<string, JsonText>): SlyChange
  /** Values that a running call has written and not handed over yet: they are looked for from now on. */
  foresee(values: ReadonlyMap<string, JsonText>): void
  /** Merges what a call left; `base` is what it was handed. */
  merge(base: ReadonlyMap<string, JsonText>, diff: SlyDiff): SlyChange
  /**
   * Boxes of values under their fingerprints, and of texts under the given names. Undefined in a vault without keys: nothing
   * of it may be written down.
   */
  seal(what: {
    readonly refs?: readonly { readonly key: string; readonly fingerprint: string }[]
    readonly texts?: ReadonlyMap<string, string>
  }): SlySealed | undefined
  /** The text in a box of this session. */
  open(name: string, box: string): string | undefined
  /**
   * A search for the present values, and for what their keys held before: a value that a tool took off the board is no less
   * private. `publicText` is what the model is meant to read (documents, schemas).
   */
  search(publicText: string): SlySearch
}
