// Completion: keys by place, values and names by key, paths in substitutions and includes.
import { type Element, isToken, type Located, type Node } from '../tree.ts'
import { completeInclude, completeSubstitution } from './complete-paths.ts'
import { type KeySpec, keysOfShape, type SchemaTable, shapeAt, specAt, type ValueSpec } from './schema.ts'
import { fieldsOf, keysOf, type Spot, spotAt } from './spot.ts'
import type { HoconView } from './view.ts'

/** What is offered. */
export type CompletionKind = 'key' | 'value' | 'name' | 'path' | 'file' | 'variable' | 'placeholder'

/** One offer. */
export interface Completion {
  /** What is shown, and what the letters that are typed are compared with. */
  readonly label: string
  readonly kind: CompletionKind
  /** A few words, such as the kinds of value that a key takes. */
  readonly detail?: string
  /** A sentence or two. */
  readonly about?: string
  /** The range that `text` replaces. It holds the cursor, and quotes around it where there are any. */
  readonly from: number
  readonly to: number
  readonly text: string
  /** Where the cursor goes, as an offset in `text`; its end when absent. */
  readonly caret?: number
}

/** A name that the caller knows; `detail` and `about` are as in a `Completion`. */
export interface OfferedName {
  readonly name: string
  readonly detail?: string
  readonly about?: string
}

/** What the caller knows: what keys mean, and which names there are. */
export interface CompletionOptions {
  /** Without it no keys are offered, and no values. */
  readonly schema?: SchemaTable
  /**
   * The names of a kind that may stand at a place. Kinds are those of the table (`ValueSpec.names`, `Shape.keyNames`), and
   * `placeholder` for names in braces inside a text.
   */
  readonly names?: (kind: string, spot: Spot) => readonly OfferedName[]
  /** Keys that are of no use at a place. */
  readonly hides?: (key: KeySpec, spot: Spot) => boolean
}

/** What may be written at an offset, best first. Nothing is left out because of what is typed already: editors do that. */
export function completionsAt(
  view: HoconView,
  doc: string,
  offset: number,
  options: CompletionOptions = {},
): readonly Completion[] {
  const text = view.text(doc)
  const { root } = view.parsed(doc)
  const spot = spotAt(text, root, offset, view.sources.profile)
  switch (spot.kind) {
    case 'key':
      return shortFirst(completeKey(text, spot, habitOf(text, spot, root), view, options))
    case 'value':
      return shortFirst(completeValue(text, spot, offset, options))
    case 'substitution':
      return completeSubstitution(view, spot)
    case 'include':
      return completeInclude(view, doc, spot)
    default:
      return []
  }
}

// Editors take the first offer that begins as the word does, so a whole word must come before those that go on.
function shortFirst(offers: readonly Completion[]): readonly Completion[] {
  const sorted: Completion[] = []
  for (const offer of offers) {
    const longer = sorted.findIndex(({ label }) => label !== offer.label && label.startsWith(offer.label))
    sorted.splice(longer < 0 ? sorted.length : longer, 0, offer)
  }
  return sorted
}

function completeKey(
  text: string,
  spot: Spot,
  habit: Habit,
  view: HoconView,
  options: CompletionOptions,
): readonly Completion[] {
  const { schema } = options
  const shape = schema === undefined ? undefined : shapeAt(schema, spot.path)
  if (schema === undefined || shape === undefined) return []
  const own = spot.typed === '' && spot.to === spot.from ? '' : text.slice(spot.from, spot.to)
  const taken = new Set(keysOf(spot.container, view.sources.profile).filter((key) => key !== own))
  const others = schema[shape]?.keyNames
  const names = others === undefined ? [] : (options.names?.(others, spot) ?? [])
  return [
    ...keysOfShape(schema, shape)
      .filter((key) => !taken.has(key.key) && options.hides?.(key, spot) !== true)
      .map((key) => keyOffer(text, spot, key.key, key, habit)),
    ...names
      .filter(({ name }) => !taken.has(name))
      .map((offered) => ({
        ...keyOffer(text, spot, offered.name, schema[shape]?.others, habit),
        ...aboutName(offered),
      })),
  ]
}

interface Habit {
  readonly quoted: boolean
  readonly separator: string
}

// Keys are written as their neighbours are, else as the first keys of the document.
function habitOf(text: string, spot: Spot, root: Node): Habit {
  const near = fieldsOf(spot.container).find((one) => one.from !== spot.field?.from)
  if (near !== undefined) return habitOfField(text, near)
  const whole = { element: root, from: 0, to: text.length }
  const others = fieldsOf(whole).filter((one) => one.from !== spot.field?.from)
  const first = others.find(({ element }) => element.parts.some(isSeparator)) ?? others[0]
  return first === undefined ? { quoted: spot.quotes !== '', separator: ' = ' } : habitOfField(text, first)
}

const isSeparator = (part: Element): boolean => isToken(part) && part.token === 'separator'

function habitOfField(text: string, { element, from }: Located<Node>): Habit {
  let [at, start] = [from, from]
  let separator = ' = '
  for (const part of element.parts) {
    if (!isToken(part) && part.node === 'key') start = at + part.width
    if (isToken(part) && part.token === 'separator' && part.text !== '+=') {
      const after = /^[ \t]*/.exec(text.slice(at + 1))?.[0] ?? ''
      const before = text.slice(start, at)
      if (!/[\n\r#]|\/\//.test(before)) separator = before + part.text + (after === '' ? ' ' : after)
    }
    at += part.width
  }
  return { quoted: text[from] === '"', separator }
}

const PLAIN = /^[A-Za-z_][A-Za-z0-9_-]*$/

function keyOffer(text: string, spot: Spot, key: string, spec: ValueSpec | undefined, habit: Habit): Completion {
  const hasValue = /^["\s]*[:=+{]/.test(text.slice(spot.to, spot.to + 40))
  const quoted = spot.quotes !== '' || habit.quoted || !PLAIN.test(key)
  const [from, to] = wholeRange(text, spot)
  const written = quoted ? `"${key}"` : key
  const detail = spec === undefined ? {} : { detail: spec.kinds.join(' or '), about: aboutSpec(spec) }
  const offer = { label: key, kind: 'key' as const, from, to, ...detail }
  if (hasValue) return { ...offer, text: written }
  // A choice of plain words needs no quotes where others have none.
  const isChoice = spec?.kinds[0] === 'text' && spec.only === true && !quoted
  const [open, close] = isChoice ? ['', ''] : startOf(spec)
  const separator = open === '{' && habit.separator.includes('=') ? ' ' : habit.separator
  const before = `${written}${separator}${open}`
  return { ...offer, text: before + close, ...(close === '' ? {} : { caret: before.length }) }
}

function aboutSpec({ about, fallback }: ValueSpec): string {
  return fallback === undefined ? about : `${about} Without it: ${fallback}.`
}

function startOf(spec: ValueSpec | undefined): readonly [open: string, close: string] {
  switch (spec?.kinds[0]) {
    case 'object':
      return ['{', '}']
    case 'list':
      return ['[', ']']
    case 'text':
      return ['"', '"']
    default:
      return ['', '']
  }
}

/** The range with the quotes around it. */
function wholeRange(text: string, { from, to, quotes }: Spot): readonly [from: number, to: number] {
  const width = quotes.length
  return [from - width, width > 0 && text.startsWith(quotes, to) ? to + width : to]
}

function completeValue(text: string, spot: Spot, offset: number, options: CompletionOptions): readonly Completion[] {
  const spec = options.schema === undefined ? undefined : specAt(options.schema, spot.path)
  const isItem = typeof spot.path.at(-1) === 'number'
  const isText = spot.quotes !== ''
  const names = spec?.names === undefined ? [] : (options.names?.(spec.names, spot) ?? [])
  const offers: Completion[] = []
  const [from, to] = wholeRange(text, spot)
  const isName = spec === undefined || spot.quotes !== '"""'
  if (isName) {
    const written = (name: string) => (isText || !PLAIN.test(name) ? quoteName(name) : quoteLike(text, name))
    for (const offered of names)
      offers.push({ label: offered.name, kind: 'name', from, to, text: written(offered.name), ...aboutName(offered) })
    for (const value of spec?.values ?? [])
      offers.push({ label: value, kind: 'value', from, to, text: isLiteral(value) ? value : written(value) })
  }
  if (spec?.kinds.includes('flag') && !isItem && !isText)
    for (const flag of ['true', 'false']) offers.push({ label: flag, kind: 'value', from, to, text: flag })
  if (isText && options.names !== undefined) offers.push(...placeholders(text, spot, offset, options))
  return offers
}

const isLiteral = (value: string): boolean => /^(?:true|false|null|-?\d+(?:\.\d+)?)$/.test(value)
const quoteName = (name: string): string => `"${name.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
// Documents in the style of JSON quote every text.
const quoteLike = (text: string, name: string): string =>
  /[:=][ \t]*[A-Za-z_][\w-]*[ \t]*[,\n}]/.test(text) ? name : quoteName(name)

function aboutName({ detail, about }: OfferedName): { readonly detail?: string; readonly about?: string } {
  return { ...(detail === undefined ? {} : { detail }), ...(about === undefined ? {} : { about }) }
}

// `{name}` in a text: what is written between the brace and the cursor is replaced.
function placeholders(text: string, spot: Spot, offset: number, options: CompletionOptions): readonly Completion[] {
  const open = /\{([\w-]*)$/.exec(spot.typed)
  if (open === null) return []
  const from = offset - (open[1] ?? '').length
  const rest = /^[\w-]*\}?/.exec(text.slice(offset))?.[0] ?? ''
  const to = rest.endsWith('}') ? offset + rest.length : offset
  return (options.names?.('placeholder', spot) ?? []).map((offered) => ({
    label: offered.name,
    kind: 'placeholder' as const,
    from,
    to,
    text: `${offered.name}}`,
    ...aboutName(offered),
  }))
}
