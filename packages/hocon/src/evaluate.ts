// Text to value: builds the layers of a document and its includes, then resolves them.
import { Builder } from './build.ts'
import type { HoconDiagnostic, Place } from './diagnostic.ts'
import { type Layer, makeStruct, type Struct, type Written } from './layers.ts'
import { Resolver } from './resolve.ts'
import { type EvaluateOptions, type MissingInclude, Session } from './session.ts'
import type { HoconValue } from './value.ts'

/** What a document evaluates to. There is always a value, however broken the text is. */
export interface Evaluation {
  /** An object, but for texts that are one list. */
  readonly value: HoconValue
  /** What is wrong or odd in the document and in all that it includes: first of texts and includes, then of values. */
  readonly diagnostics: readonly HoconDiagnostic[]
  /** Paths of the documents that were read, the opened one first. */
  readonly documents: readonly string[]
  /** Includes of documents that are not there, or that lead out of the project. Addresses are not among them. */
  readonly missing: readonly MissingInclude[]
}

/**
 * Evaluates a text with what it includes. `fallback` is a text of the same document whose fields lie below those of `text`.
 * Never throws by itself, and holds the limits of SPEC.md, rule 12; what functions of `options` throw passes through.
 */
export function evaluate(text: string, options: EvaluateOptions, fallback?: string): Evaluation {
  const session = new Session(options)
  const builder = new Builder(session)
  const { doc } = options
  const place = { doc, from: 0, to: text.length }
  const root = makeStruct(place)
  const target = { struct: root, path: [], braces: builder.newBraces() }
  const start = { doc, via: [], base: [], chain: [doc] }
  if (fallback !== undefined) builder.document(fallback, start, { ...target, braces: builder.newBraces() })
  const written = builder.document(text, start, target)
  return { value: resolveRoot(session, root, written, place), ...resultOf(session) }
}

function resolveRoot(session: Session, root: Struct, written: Written | undefined, place: Place): HoconValue {
  const resolver = new Resolver(session, root)
  if (written === undefined) return resolver.object(root, place)
  const layer: Layer = {
    written,
    key: place,
    append: undefined,
    braces: 0,
    dotted: false,
    via: [],
    keyPath: undefined,
    running: false,
    result: undefined,
  }
  const value = resolver.layer(layer)
  return value === undefined || value === 'gone' ? { kind: 'null', origin: { place, via: [] } } : value
}

function resultOf(session: Session): Omit<Evaluation, 'value'> {
  const { diagnostics, documents, missing } = session
  return { diagnostics, documents, missing }
}
