// What one evaluation is given, and what it collects.
import type { ErrorKind, Fix, HoconDiagnostic, Place, Profile, Severity } from './diagnostic.ts'

import type { ParsedDocument } from './parse.ts'

/** Text of a document of the project, by its path from the root with `/`; undefined when there is none. */
export type ReadDocument = (doc: string) => string | undefined

/** What an evaluation is given: profile, name of the document, and ports to everything outside it. */
export interface EvaluateOptions {
  readonly profile: Profile
  /** Path of the document from the root of the project, with `/`. Names of includes are seen from there (SPEC.md, rule 10). */
  readonly doc: string
  /** Texts of included documents; without it every include is missing. */
  readonly read?: ReadDocument
  /** Paths of all documents, for includes with `*` and `?`. */
  readonly list?: () => readonly string[]
  /** Paths that lead out of the project although their names do not say so, as links may. No text of theirs is read. */
  readonly outside?: readonly string[]
  /** Value of an environment variable that the document may see; undefined when it is not set. Without it none is. */
  readonly env?: (name: string) => string | undefined
  /** Gives the tree of a text of this profile, for callers that keep trees. */
  readonly parse?: (doc: string, text: string) => ParsedDocument
}

/** An include that could not be read. */
export interface MissingInclude {
  /** Path that was tried; `*` and `?` stand in it as they are written (`expandInclude`). */
  readonly doc: string
  readonly at: Place
  /** It leads out of the project, so it cannot be made there. */
  readonly outside?: true
}

/** Nobody mends more at a time, and each takes memory and a place on the screen. */
const MOST_SAID = 10_000
const MORE = { code: 'more-faults', message: 'there are more like those before', fixes: [] }

export class Session {
  readonly profile: Profile
  readonly options: EvaluateOptions
  readonly diagnostics: HoconDiagnostic[] = []
  readonly documents: string[] = []
  readonly missing: MissingInclude[] = []
  /** How much was met of each kind, or of each severity where there is none. */
  readonly #met = new Map<ErrorKind | Severity, number>()

  constructor(options: EvaluateOptions) {
    this.options = options
    this.profile = options.profile
  }

  get runtime(): boolean {
    return this.profile === 'neuro-san'
  }

  error(kind: ErrorKind, code: string, message: string, at: Place, ...fixes: Fix[]): void {
    this.say('error', code, message, at, kind, fixes)
  }

  warn(code: string, message: string, at: Place, ...fixes: Fix[]): void {
    this.say('warning', code, message, at, undefined, fixes)
  }

  say(
    severity: Severity,
    code: string,
    message: string,
    at: Place,
    kind?: ErrorKind,
    fixes: readonly Fix[] = [],
  ): void {
    const sort = kind ?? severity
    const met = (this.#met.get(sort) ?? 0) + 1
    this.#met.set(sort, met)
    if (met > MOST_SAID + 1) return
    const said = { code, severity, message, at, fixes, ...(kind === undefined ? {} : { kind }) }
    this.diagnostics.push(met > MOST_SAID ? { ...said, ...MORE } : said)
  }
}
