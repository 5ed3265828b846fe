// What may be said about a document. Errors are data: nothing here throws.

/** The two readings of HOCON: the reference's, and that of the Python loader which neuro-san uses. */
export type Profile = 'spec' | 'neuro-san'

/** A range of a document in UTF-16 units: `from` is inside, `to` is not. */
export interface Place {
  /** Path of the document, as `EvaluateOptions.doc` or an include names it. */
  readonly doc: string
  readonly from: number
  readonly to: number
}

/** Replaces a range of a document. Offsets are those of the text before any edit; edits that come together do not overlap. */
export interface DocumentEdit extends Place {
  readonly text: string
}

/** A ready-made repair: what it does, in the words of a menu, and all edits that it takes. */
export interface Fix {
  readonly title: string
  readonly edits: readonly DocumentEdit[]
}

/** Families of errors, as the reference distinguishes them; the last is for what only the Python loader refuses. */
export type ErrorKind =
  /** The text is no HOCON, or included JSON no JSON. */
  | 'parse'
  /** A key or the path of a substitution is none. */
  | 'bad_path'
  /** A substitution that has to name something names nothing. */
  | 'unresolved'
  /** A substitution needs its own value. */
  | 'cycle'
  /** An include leads back to itself, or there are too many of them. */
  | 'include_cycle'
  /** Values of these kinds do not go together, or a value is not of the kind that was asked for. */
  | 'wrong_type'
  /** A value of the right kind that cannot be read, such as a size without a known unit, or one beyond the limits. */
  | 'bad_value'
  /** Nothing is at the path that was asked for. */
  | 'missing'
  /** Null is at the path that was asked for. */
  | 'null'
  /** A required include cannot be read. */
  | 'io'
  /** The reference reads it and the Python loader does not. */
  | 'runtime'

/** How bad it is: errors make a text unusable somewhere, warnings and hints do not. */
export type Severity = 'error' | 'warning' | 'hint'

/** Something worth saying about a document. */
export interface HoconDiagnostic {
  /** One of the codes in SPEC.md, rule 20. It stays when the message changes. */
  readonly code: string
  readonly severity: Severity
  /** There for errors, and only for them. */
  readonly kind?: ErrorKind
  /** For people: what is wrong, and mostly what to do. */
  readonly message: string
  /** Where. What is missing at the end of a text has the range of one unit behind it. */
  readonly at: Place
  /** Repairs to choose from, best first; mostly none or one. */
  readonly fixes: readonly Fix[]
}

/** What is wrong with a text by itself, before its includes and substitutions are looked at. Offsets are those of the text. */
export interface Fault {
  readonly code: string
  readonly severity: Severity
  readonly kind?: ErrorKind
  readonly message: string
  readonly from: number
  readonly to: number
  readonly fix?: { readonly title: string; readonly edits: readonly { from: number; to: number; text: string }[] }
}
