// Tree to layers: every field keeps all its definitions, includes are read in their place, nothing is resolved yet.
import { parseJson } from '@slyglass/base'
import type { Place } from './diagnostic.ts'
import { addKey, isDynamic, type Layer, makeStruct, type Struct, topOf, type Written } from './layers.ts'
import { locateInclude, type Outside, type Unlocated } from './locate.ts'
import { type ParsedDocument, parseDocument } from './parse.ts'
import { includeTarget } from './parse-include.ts'
import { keyTokens } from './parse-key.ts'
import { type Path, pathOfTokens } from './path.ts'
import { parseProperties } from './properties.ts'
import { MAX_NESTING } from './reader.ts'
import type { Session } from './session.ts'
import { isNode, isToken, type Node, partsOf } from './tree.ts'
import type { Step } from './value.ts'
import { buildWritten } from './written.ts'

const MAX_DEPTH = 50
const MAX_INCLUDES = 2000
/** Characters of an included text that count like one more include. */
const CHARACTERS_OF_ONE = 10_000

/** One document that is being built, and how it was reached. */
export interface DocumentContext {
  readonly doc: string
  readonly text: string
  readonly via: readonly Step[]
  /** Where the including documents put its root. */
  readonly base: Path
  readonly chain: readonly string[]
  readonly json: boolean
}

/** Where fields go: an object, its path from the root (unknown inside lists), and the braces they stand in. */
export interface Target {
  readonly struct: Struct
  readonly path: Path | undefined
  readonly braces: number
}

export class Builder {
  readonly session: Session
  #braces = 0
  #includes = 0
  readonly #trees = new Map<string, ParsedDocument>()
  /** How many substitutions were met; tells whether a literal holds any. */
  links = 0

  constructor(session: Session) {
    this.session = session
  }

  newBraces(): number {
    this.#braces += 1
    return this.#braces
  }

  /** Reads a document into `target`; gives its value when the root is a list. */
  document(text: string, context: Omit<DocumentContext, 'text' | 'json'>, target: Target): Written | undefined {
    const { doc } = context
    if (!this.session.documents.includes(doc)) this.session.documents.push(doc)
    const spec = this.session.profile === 'spec'
    if (spec && doc.endsWith('.properties')) return this.#properties(text, context, target)
    const json = spec && doc.endsWith('.json')
    const parsed = this.#parsed(doc, text)
    if (json) this.#checkJson(text, doc)
    else this.#sayFaults(parsed.faults, doc)
    const full = { doc, text, json, via: context.via, base: context.base, chain: context.chain }
    for (const { element, from } of partsOf(parsed.root, 0)) {
      if (isNode(element, 'value')) return buildWritten(this, element, from, full, undefined, undefined)
      if (isNode(element, 'object')) this.fields(element, from, full, target)
    }
    this.fields(parsed.root, 0, full, target)
    return undefined
  }

  #parsed(doc: string, text: string): ParsedDocument {
    const known = this.#trees.get(doc)
    if (known?.text === text) return known
    const parsed = this.session.options.parse?.(doc, text) ?? parseDocument(text, this.session.profile)
    this.#trees.set(doc, parsed)
    return parsed
  }

  #sayFaults(faults: ReturnType<typeof parseDocument>['faults'], doc: string): void {
    for (const fault of faults) {
      const at = { doc, from: fault.from, to: fault.to }
      const fixes =
        fault.fix === undefined
          ? []
          : [{ title: fault.fix.title, edits: fault.fix.edits.map((edit) => ({ doc, ...edit })) }]
      this.session.say(fault.severity, fault.code, fault.message, at, fault.kind, fixes)
    }
  }

  #checkJson(text: string, doc: string): void {
    const parsed = parseJson(text)
    if (parsed.ok) return
    const { offset, message } = parsed.error
    this.session.error('parse', 'bad-json', `this is no JSON: ${message}`, { doc, from: offset, to: offset + 1 })
  }

  #properties(text: string, context: { doc: string; via: readonly Step[] }, target: Target): undefined {
    if (!this.session.documents.includes(context.doc)) this.session.documents.push(context.doc)
    const place = { doc: context.doc, from: 0, to: text.length }
    for (const { path, text: content } of parseProperties(text)) {
      const origin = { place, via: context.via }
      const value = { kind: 'string' as const, text: content, pieces: [], origin }
      this.put(target, path, { kind: 'constant', value, place }, place, undefined, context.via)
    }
    return undefined
  }

  /** The fields of an object or document node. */
  fields(node: Node, from: number, context: DocumentContext, target: Target): void {
    const seen = context.json ? new Set<string>() : undefined
    let at = from
    for (const part of node.parts) {
      if (isNode(part, 'field')) this.#field(part, at, context, target, seen)
      else if (isNode(part, 'include')) this.#include(part, at, context, target)
      at += part.width
    }
  }

  #field(node: Node, from: number, context: DocumentContext, target: Target, seen: Set<string> | undefined): void {
    let at = from
    let [path, key]: [Path | undefined, Place | undefined] = [undefined, undefined]
    let append: Place | undefined
    let value: { node: Node; from: number } | undefined
    for (const part of node.parts) {
      if (isNode(part, 'key')) {
        path = this.#keyPath(part, context)
        key = { doc: context.doc, from: at, to: at + part.width }
      } else if (isToken(part) && part.text === '+=') append = { doc: context.doc, from: at, to: at + 2 }
      else if (isNode(part, 'value')) value = { node: part, from: at }
      at += part.width
    }
    if (path === undefined || key === undefined) return
    if (seen?.has(path[0] ?? '')) this.session.error('parse', 'duplicate-key', 'JSON allows this key only once', key)
    seen?.add(path[0] ?? '')
    const struct = append === undefined ? this.#openStruct(target, path) : undefined
    const written = this.#writtenOf(value, at, context, pathBelow(target.path, path), struct)
    this.#sayOverridden(target, path, written, key, append)
    this.put(target, path, written, key, append, context.via)
  }

  #keyPath(key: Node, context: DocumentContext): Path | undefined {
    const path = pathOfTokens(keyTokens(key), context.json ? 'spec' : this.session.profile)
    if (typeof path === 'string') return undefined
    const whole = context.json ? [path.join('.')] : path
    return whole.length > MAX_NESTING ? undefined : whole
  }

  #writtenOf(
    value: { node: Node; from: number } | undefined,
    end: number,
    context: DocumentContext,
    path: Path | undefined,
    struct: Struct | undefined,
  ): Written {
    if (value !== undefined) return buildWritten(this, value.node, value.from, context, path, struct)
    const place = { doc: context.doc, from: end, to: end }
    return {
      kind: 'constant',
      place,
      value: { kind: 'string', text: '', pieces: [], origin: { place, via: context.via } },
    }
  }

  /** The object literal that a field already has on top; a further literal goes into it. */
  #openStruct(target: Target, path: Path): Struct | undefined {
    let struct: Struct | undefined = target.struct
    for (const name of path) {
      const top: Layer | undefined = struct && topOf(struct, name)
      struct = top?.written.kind === 'object' && top.append === undefined ? top.written.struct : undefined
    }
    return struct
  }

  // A constant that replaces a constant of the same braces: one of the two does nothing.
  #sayOverridden(target: Target, path: Path, written: Written, key: Place, append: Place | undefined): void {
    if (path.length > 1 || append !== undefined || written.kind === 'object' || isDynamic(written)) return
    const top = topOf(target.struct, path[0] ?? '')
    if (top === undefined || top.braces !== target.braces || top.key.doc !== key.doc || isDynamic(top.written)) return
    const message = `${path[0]} is set above already; this value replaces that one`
    this.session.say('hint', 'overridden', message, key)
  }

  /** Adds a definition. Objects on the way are made as needed. */
  put(target: Target, path: Path, written: Written, key: Place, append: Layer['append'], via: readonly Step[]): void {
    let struct = target.struct
    const last = path.length - 1
    for (let depth = 0; depth < last; depth += 1) {
      const name = path[depth] as string
      const top = topOf(struct, name)
      if (top?.written.kind === 'object' && top.append === undefined) {
        addKey(struct, name, key)
        struct = top.written.struct
      } else {
        const inner = makeStruct(key)
        const braces = depth === 0 ? target.braces : this.newBraces()
        const layer = makeLayer({ kind: 'object', struct: inner, place: key }, key, braces, depth === 0, via)
        addKey(struct, name, key, layer)
        struct = inner
      }
    }
    const name = path[last] ?? ''
    const top = topOf(struct, name)
    // Fields of its literal went into the object that was there.
    if (written.kind === 'object' && top?.written.kind === 'object' && top.written.struct === written.struct) {
      addKey(struct, name, key)
      return
    }
    const braces = last === 0 ? target.braces : this.newBraces()
    const keyPath = this.session.runtime ? path : pathBelow(target.path, path)
    addKey(struct, name, key, makeLayer(written, key, braces, false, via, append, keyPath))
  }

  #include(node: Node, from: number, context: DocumentContext, target: Target): void {
    const include = includeTarget(node)
    if (include === undefined) return
    const nameFrom = from + include.nameOffset
    const at = { doc: context.doc, from: nameFrom, to: nameFrom + include.nameToken.width }
    const found = locateInclude(this.session, include, context.doc, context.chain.length - 1)
    if (found.kind === 'documents') for (const doc of found.docs) this.#included(doc, at, context, target)
    else sayMissing(this.session, found, include.required, include.name, at)
  }

  #included(doc: string, at: Place, context: DocumentContext, target: Target): void {
    const { session } = this
    const before = this.#includes
    const text = session.options.read?.(doc) ?? ''
    this.#includes += 1 + text.length / CHARACTERS_OF_ONE
    if (context.chain.length > MAX_DEPTH || this.#includes > MAX_INCLUDES) {
      const message = `more than ${MAX_DEPTH} includes in each other, ${MAX_INCLUDES} in all, or 20 million characters in them, are not read`
      if (before <= MAX_INCLUDES) session.error('include_cycle', 'too-many-includes', message, at)
      return
    }
    if (context.chain.includes(doc)) {
      const way = [...context.chain.slice(context.chain.indexOf(doc)), doc].join(' → ')
      session.error('include_cycle', 'include-cycle', `this include leads back to itself: ${way}`, at)
      return
    }
    const via: readonly Step[] = [{ kind: 'include', at }, ...context.via]
    const base = target.path ?? context.base
    const written = this.document(text, { doc, via, base, chain: [...context.chain, doc] }, target)
    if (written !== undefined)
      session.error('wrong_type', 'include-of-list', 'an included document must hold an object, not a list', at)
  }
}

function makeLayer(
  written: Written,
  key: Place,
  braces: number,
  dotted: boolean,
  via: readonly Step[],
  append: Layer['append'] = undefined,
  keyPath: Path | undefined = undefined,
): Layer {
  return { written, key, append, braces, dotted, via, keyPath, running: false, result: undefined }
}

const pathBelow = (path: Path | undefined, key: Path): Path | undefined =>
  path === undefined ? undefined : [...path, ...key]

function sayMissing(session: Session, found: Unlocated, required: boolean, name: string, at: Place): void {
  if (found.kind === 'missing') session.missing.push({ doc: found.doc, at })
  else if (found.kind === 'no-match') session.missing.push({ doc: found.pattern, at })
  else if (found.kind === 'outside' && found.doc !== undefined)
    session.missing.push({ doc: found.doc, at, outside: true })
  if (required && found.kind === 'outside') session.error('io', 'include-outside', outsideWords(found, name), at)
  else if (required) session.error('io', 'required-include-missing', `the required include "${name}" is missing`, at)
  else if (found.kind === 'no-match') session.error('runtime', 'include-without-match', `no file matches "${name}"`, at)
  else session.warn(...missingWords(found, name), at)
}

function missingWords(found: Exclude<Unlocated, { kind: 'no-match' }>, name: string): [string, string] {
  switch (found.kind) {
    case 'not-fetched':
      return ['include-not-fetched', 'addresses are not fetched; this include adds nothing']
    case 'outside':
      return ['include-outside', outsideWords(found, name)]
    case 'unknown-ending':
      return ['include-ending', `"${name}" is skipped: only .conf, .json and .properties are included`]
    case 'missing': {
      const hint =
        found.elsewhere === undefined ? '' : `; there is ${found.elsewhere}, which neuro-san does not look at`
      return ['include-missing', `nothing is included: ${found.doc} does not exist${hint}`]
    }
  }
}

function outsideWords({ by, doc }: Outside, name: string): string {
  const what = by === 'link' ? doc : by === 'absolute' ? `"${name}" is an absolute name and` : `"${name}"`
  return `nothing is included: ${what} leads out of the project${by === 'link' ? ' through a link' : ''}; put the file into it`
}
