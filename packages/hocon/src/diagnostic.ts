// What may be said about a document. Errors are data: nothing here throws.

/** The two readings of HOCON: the reference's, and that of the Python loader which neuro-san uses. */
export type Profile = 'spec' | 'neuro-san'

/** A range of a document; offsets are UTF-16 units. */
export interface Place {
  readonly doc: string
  readonly from: number
  readonly to: number
}

/** A text edit in a named document. */
export interface DocumentEdit extends Place {
  readonly text: string
}

/** A ready-made repair. */
export interface Fix {
  readonly title: string
  readonly edits: readonly DocumentEdit[]
}

/** Families of errors, as the reference distinguishes them. */
export type ErrorKind =
  | 'parse'
  | 'bad_path'
  | 'unresolved'
  | 'cycle'
  | 'include_cycle'
  | 'wrong_type'
  | 'bad_value'
  | 'missing'
  | 'null'
  | 'io'
  | 'runtime'

/** How bad it is: errors make a text unusable somewhere, warnings and hints do not. */
export type Severity = 'error' | 'warning' | 'hint'

/** Something worth saying. `code` is stable; `kind` is there for errors. */
export interface HoconDiagnostic {
  readonly code: string
  readonly severity: Severity
  readonly kind?: ErrorKind
  readonly message: string
  readonly at: Place
  readonly fixes: readonly Fix[]
}

/** A fault of the text alone; offsets are those of its document. */
export interface Fault {
  readonly code: string
  readonly severity: Severity
  readonly kind?: ErrorKind
  readonly message: string
  readonly from: number
  readonly to: number
  readonly fix?: { readonly title: string; readonly edits: readonly { from: number; to: number; text: string }[] }
}
