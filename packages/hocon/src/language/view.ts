// What the features look at: texts by path, one of them as the root that is evaluated. Trees, evaluation and index are
// made when first needed and kept, so one view serves many questions about the same texts.
import { type Evaluation, evaluate } from '../evaluate.ts'
import { type ParsedDocument, parseDocument } from '../parse.ts'
import type { EvaluateOptions } from '../session.ts'
import { ValueIndex } from './value-index.ts'

/** Plain data, so that it can be sent to a worker: the texts of a project, and what evaluation has to know of it. */
export interface Sources {
  readonly profile: EvaluateOptions['profile']
  /** Texts by path from the root of the project, with `/`. */
  readonly texts: Readonly<Record<string, string>>
  /** Paths of all files of the project, when more are known than their texts. */
  readonly files?: readonly string[]
  /** Paths that lead out of the project, which is not the same as missing. */
  readonly outside?: readonly string[]
  /** Variables that documents may see. */
  readonly env?: Readonly<Record<string, string>>
}

/** Texts, and the root through which they are looked at. It keeps what it has worked out, so make one per change. */
export class HoconView {
  readonly sources: Sources
  /** The document whose value counts; included documents are looked at through it. */
  readonly root: string
  readonly #parse: (doc: string, text: string) => ParsedDocument
  readonly #trees = new Map<string, ParsedDocument>()
  #evaluation: Evaluation | undefined
  #index: ValueIndex | undefined

  /** `parse` may reuse earlier trees; by default every text is parsed anew. */
  constructor(
    sources: Sources,
    root: string,
    parse = (_doc: string, text: string) => parseDocument(text, sources.profile),
  ) {
    this.sources = sources
    this.root = root
    this.#parse = parse
  }

  /** The text of a document; empty when there is none. */
  text(doc: string): string {
    return Object.hasOwn(this.sources.texts, doc) ? (this.sources.texts[doc] ?? '') : ''
  }

  /** The tree of a document. */
  parsed(doc: string): ParsedDocument {
    const known = this.#trees.get(doc)
    if (known !== undefined) return known
    const parsed = this.#parse(doc, this.text(doc))
    this.#trees.set(doc, parsed)
    return parsed
  }

  /** Value and diagnostics of the root. */
  get evaluation(): Evaluation {
    this.#evaluation ??= evaluate(this.text(this.root), this.evaluateOptions)
    return this.#evaluation
  }

  /** The values of the root by place. */
  get index(): ValueIndex {
    this.#index ??= new ValueIndex(this.evaluation.value)
    return this.#index
  }

  /** What `evaluate` is given to evaluate the root as this view does. */
  get evaluateOptions(): EvaluateOptions {
    const { texts, env, profile, files, outside } = this.sources
    return {
      profile,
      doc: this.root,
      read: (doc) => (Object.hasOwn(texts, doc) ? texts[doc] : undefined),
      list: () => files ?? Object.keys(texts),
      ...(outside === undefined ? {} : { outside }),
      env: (name) => (env !== undefined && Object.hasOwn(env, name) ? env[name] : undefined),
      parse: (doc) => this.parsed(doc),
    }
  }
}
