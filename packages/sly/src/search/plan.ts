// What to look for: every leaf judged, its spellings as patterns, and what the model is meant to read left out.
import type { Json } from '@slyglass/base'
import { foldText, hexOf, utf8 } from './bytes.ts'
import { formsOf } from './forms.ts'
import { type Anchored, anchorsOf, createGramIndex, type GramIndex, type Pattern } from './gram-index.ts'
import { type Leaf, leavesOf, type Strength, strengthOf } from './leaves.ts'
import { readPublicText } from './public-text.ts'
import { squeezeText } from './squeeze.ts'

/** A leaf of one key. */
export interface SoughtLeaf {
  readonly key: string
  readonly leaf: Leaf
  readonly strength: Strength
  /** The key does not hold it any more, or not yet. */
  readonly past: boolean
}

export interface PrivateValues {
  readonly values: ReadonlyMap<string, Json>
  /** What keys held before, newest last. */
  readonly earlier: ReadonlyMap<string, readonly Json[]>
}

export interface SearchPlan {
  readonly sought: readonly SoughtLeaf[]
  /** Patterns as they are written. */
  readonly plain: GramIndex
  /** Patterns of letters and digits only. */
  readonly squeezed: GramIndex
}

/** Beyond this many leaves each is looked for in its plain and JSON spellings only, and so is a longer leaf than this. */
const MANY_LEAVES = 4_000
const LONG_LEAF = 64 * 1024
const SQUEEZED_LENGTH = 8

export function createPlan(given: PrivateValues, publicText: string): SearchPlan {
  const sought = soughtLeaves(given).map((entry) => (isPlainlyKnown(entry, publicText) ? asPublic(entry) : entry))
  const few = sought.length > MANY_LEAVES
  const places = sought.map((entry, at) => placesOf(entry, at, few))
  const first = buildPlan(sought, places, NOTHING_KNOWN)
  const known = findKnown(first, publicText)
  if (known.leaves.size + known.windows.size === 0) return first
  const judged = sought.map((entry, at) => (known.leaves.has(at) ? asPublic(entry) : entry))
  const own = judged.map((entry, at) => (entry === sought[at] && places[at]) || placesOf(entry, at, few))
  return buildPlan(judged, own, known.windows)
}

function asPublic(entry: SoughtLeaf): SoughtLeaf {
  return { ...entry, strength: 'public' }
}

/** What the public text would be found to hold anyway: its many spellings need not be made first. Names of settings are such. */
function isPlainlyKnown({ leaf: { kind, text }, strength }: SoughtLeaf, publicText: string): boolean {
  if (strength !== 'strong' || kind === 'number' || text.length > PLAIN_LENGTH || !/^[\x00-\x7f]*$/.test(text))
    return false
  return readPublicText(publicText).folded.includes(foldText(text))
}

const PLAIN_LENGTH = 64

const NOTHING_KNOWN: ReadonlySet<string> = new Set()
/** How many earlier values of a key are looked for: a counter would leave no end of them. */
const EARLIER = 20

/** The parts of what is held, and the strong parts of what was, each once under its key. */
function soughtLeaves({ values, earlier }: PrivateValues): readonly SoughtLeaf[] {
  // A log says the names of keys, so an inner key of the same name is none to hide.
  const isSaid = ({ kind, text }: Leaf): boolean => kind === 'name' && (values.has(text) || earlier.has(text))
  const present = [...values].flatMap(([key, value]) =>
    leavesOf(value)
      .filter((leaf) => !isSaid(leaf))
      .map((leaf): SoughtLeaf => ({ key, leaf, strength: strengthOf(leaf), past: false })),
  )
  if (earlier.size === 0) return present
  const name = (key: string, { kind, text }: Leaf): string => JSON.stringify([key, kind, text])
  const known = new Set(present.map(({ key, leaf }) => name(key, leaf)))
  const past = [...earlier].flatMap(([key, before]) =>
    leavesOf(before.slice(-EARLIER)).flatMap((leaf): readonly SoughtLeaf[] => {
      const strength = strengthOf(leaf)
      return strength !== 'strong' || isSaid(leaf) || known.has(name(key, leaf))
        ? []
        : [{ key, leaf, strength, past: true }]
    }),
  )
  return [...present, ...past]
}

/** Where the spellings of one leaf could be. */
interface Places {
  readonly plain: Anchored
  readonly squeezed: Anchored
}

function placesOf(entry: SoughtLeaf, at: number, few: boolean): Places {
  return { plain: anchorsOf(plainPatterns(entry, at, few)), squeezed: anchorsOf(squeezedPatterns(entry, at, few)) }
}

function buildPlan(sought: readonly SoughtLeaf[], places: readonly Places[], without: ReadonlySet<string>): SearchPlan {
  return {
    sought,
    plain: createGramIndex(
      places.flatMap(({ plain }) => plain),
      without,
    ),
    squeezed: createGramIndex(
      places.flatMap(({ squeezed }) => squeezed),
      without,
    ),
  }
}

/** What the public text holds besides what is known of it: whole leaves, and windows of long ones. */
function findKnown(plan: SearchPlan, publicText: string) {
  const leaves = new Set<number>()
  const windows = new Set<string>()
  const { bytes, squeezed } = readPublicText(publicText)
  plan.plain.scan(bytes, bytes.length, (match) => {
    if (match.part) windows.add(match.window)
    else if (plan.sought[match.pattern.leaf]?.strength !== 'public') leaves.add(match.pattern.leaf)
  })
  plan.squeezed.scan(squeezed.bytes, squeezed.length, (match) => windows.add(match.window))
  return { leaves, windows }
}

function plainPatterns({ leaf, strength }: SoughtLeaf, at: number, few: boolean): readonly Pattern[] {
  if (strength === 'unsearchable') return []
  const leafBytes = utf8(leaf.text).length
  const forms = formsOf(leaf, few || strength !== 'strong' || leafBytes > LONG_LEAF)
  return forms.map(({ name, text, exact }, form) => ({
    id: `${at}.${form}`,
    leaf: at,
    form: name,
    text,
    exact,
    words: strength !== 'strong',
    leafBytes,
  }))
}

function squeezedPatterns({ leaf, strength }: SoughtLeaf, at: number, few: boolean): readonly Pattern[] {
  if (strength !== 'strong') return []
  const leafBytes = utf8(leaf.text).length
  return squeezedTexts(leaf, few)
    .filter(([, text]) => text.length >= SQUEEZED_LENGTH)
    .map(([name, text]) => ({
      id: `${at}.${name}.${text.length}`,
      leaf: at,
      form: `${name}, split`,
      text,
      exact: false,
      words: false,
      leafBytes,
    }))
}

function squeezedTexts({ kind, text }: Leaf, few: boolean): readonly (readonly [string, string])[] {
  const raw = squeezeText(text)
  // With something between a backslash and its letter the letter is no escape.
  const apart = text.includes('\\') ? squeezeText(text.replaceAll('\\', ' ')) : raw
  if (kind === 'number')
    return [
      ['raw', raw],
      ['whole', squeezeText(text.replace(/\.\d*$/, ''))],
    ]
  if (few) return [['raw', raw]]
  const hex = hexOf(utf8(text))
  return [
    ['raw', raw],
    ...(apart === raw ? [] : [['raw', apart] as const]),
    ['reversed', [...raw].reverse().join('')],
    // A short one is no rarer than a list of small numbers.
    ...(hex.length >= 2 * SQUEEZED_LENGTH ? [['hex', hex] as const] : []),
  ]
}
