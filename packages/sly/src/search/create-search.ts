// The search for a vault's values in text: as spelled (A), without separators (B), inside base64 (C).
import type { JsonText } from '@slyglass/base'
import type { SlyMask, SlySearch } from '../contract.ts'
import { cutBefore } from '../cut-before.ts'
import { createMask } from '../mask.ts'
import { findInText, type Occurrence } from './find-in-text.ts'
import type { Strength } from './leaves.ts'
import { mayHaveMessages } from './message-texts.ts'
import { createPlan, type PrivateValues, type SearchPlan, type SoughtLeaf } from './plan.ts'

const ORDER: readonly Strength[] = ['strong', 'weak', 'public', 'unsearchable']
const PASSES: SlySearch['passes'] = ['A', 'B', 'C']

export function createSearch(given: PrivateValues, publicText: string): SlySearch {
  return new Search(given, publicText)
}

class Search implements SlySearch {
  readonly values: number
  readonly keys: SlySearch['keys']
  readonly classes: SlySearch['classes']
  readonly passes = PASSES
  readonly longest: number
  readonly #plan: SearchPlan
  readonly #mask: ReturnType<typeof createMask>

  constructor(given: PrivateValues, publicText: string) {
    const plan = createPlan(given, publicText)
    const found = strengthsByKey(plan.sought)
    const classes = { strong: 0, weak: 0, public: 0, unsearchable: 0 }
    this.keys = [...given.values.keys()].map((key) => ({ key, strength: strongest(found.get(key)) }))
    for (const { strength } of this.keys) classes[strength] += 1
    this.classes = classes
    this.values = this.keys.length
    this.longest = plan.sought.some(({ strength }) => strength === 'strong') ? plan.plain.longest : 0
    this.#plan = plan
    this.#mask = createMask((text) => findInText(plan, text))
  }

  find(text: string): ReturnType<SlySearch['find']> {
    return findInText(this.#plan, text).map(({ segments: _, ...hit }) => hit)
  }

  mayMask(texts: readonly string[]): boolean {
    return anyHoldsStrong(texts, (text) => findInText(this.#plan, text))
  }

  mask(text: string): SlyMask {
    return this.#mask.mask(text)
  }

  maskJson(text: JsonText): SlyMask {
    return this.#mask.maskJson(text)
  }

  cutBefore(text: string, limit: number): number {
    return cutBefore(findInText(this.#plan, text), text, limit)
  }

  addsTo(earlier: SlySearch): boolean {
    const known = new Set(earlier instanceof Search ? strongTexts(earlier.#plan) : [])
    return strongTexts(this.#plan).some((text) => !known.has(text))
  }
}

/** What a search looks for and masks; the search itself does not tell. */
function strongTexts({ sought }: SearchPlan): readonly string[] {
  return sought.flatMap(({ leaf, strength }) => (strength === 'strong' ? [leaf.text] : []))
}

/**
 * Texts side by side are searched as one: a blank ends every word and every run of base64, so what each of them holds is found in
 * the whole. What is found across two of them is none the worse for a second look.
 */
function anyHoldsStrong(texts: readonly string[], find: (text: string) => readonly Occurrence[]): boolean {
  const holdsStrong = (text: string): boolean => find(text).some(({ strength }) => strength === 'strong')
  // Only in a request of its own are values looked for over its messages.
  const requests = texts.filter(mayHaveMessages)
  const others = requests.length === 0 ? texts : texts.filter((text) => !requests.includes(text))
  return requests.some(holdsStrong) || holdsStrong(others.join(' '))
}

/** Of what each key holds now. Looked for key by key, a vault of many keys would hold up the server. */
function strengthsByKey(sought: readonly SoughtLeaf[]): ReadonlyMap<string, ReadonlySet<Strength>> {
  const found = new Map<string, Set<Strength>>()
  for (const { key, strength, past } of sought) {
    if (past) continue
    const known = found.get(key)
    if (known === undefined) found.set(key, new Set([strength]))
    else known.add(strength)
  }
  return found
}

/** A key counts by its best recognisable part. */
function strongest(found: ReadonlySet<Strength> | undefined): Strength {
  return ORDER.find((strength) => found?.has(strength) === true) ?? 'unsearchable'
}
