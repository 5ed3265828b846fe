// The search for a vault's values in text: as spelled (A), without separators (B), inside base64 (C).
import type { SlySearch } from '../contract.ts'
import { cutBefore } from '../cut-before.ts'
import { createMask } from '../mask.ts'
import { findInText, type Occurrence } from './find-in-text.ts'
import type { Strength } from './leaves.ts'
import { mayHaveMessages } from './message-texts.ts'
import { createPlan, type PrivateValues, type SoughtLeaf } from './plan.ts'

const ORDER: readonly Strength[] = ['strong', 'weak', 'public', 'unsearchable']

export function createSearch(given: PrivateValues, publicText: string): SlySearch {
  const { values } = given
  const plan = createPlan(given, publicText)
  const found = strengthsByKey(plan.sought)
  const keys = [...values.keys()].map((key) => ({ key, strength: strongest(found.get(key)) }))
  const count = (strength: Strength): number => keys.filter((entry) => entry.strength === strength).length
  const find = (text: string): readonly Occurrence[] => findInText(plan, text)
  const search: SlySearch = {
    values: keys.length,
    keys,
    classes: {
      strong: count('strong'),
      weak: count('weak'),
      public: count('public'),
      unsearchable: count('unsearchable'),
    },
    passes: ['A', 'B', 'C'],
    longest: plan.sought.some(({ strength }) => strength === 'strong') ? plan.plain.longest : 0,
    find: (text) => find(text).map(({ segments: _, ...hit }) => hit),
    mayMask: (texts) => anyHoldsStrong(texts, find),
    ...createMask(find),
    cutBefore: (text, limit) => cutBefore(find(text), text, limit),
    addsTo: (earlier) => {
      const known = strongTexts.get(earlier)
      return strong.some((text) => known?.has(text) !== true)
    },
  }
  const strong = plan.sought.flatMap(({ leaf, strength }) => (strength === 'strong' ? [leaf.text] : []))
  strongTexts.set(search, new Set(strong))
  return search
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

/** What each search looks for and masks; the searches themselves do not tell. */
const strongTexts = new WeakMap<SlySearch, ReadonlySet<string>>()

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
