// Repairs of the diagnostics at a range.
import type { TextRange } from '@slyglass/base'
import type { DocumentEdit, HoconDiagnostic } from '../diagnostic.ts'
import type { MissingInclude } from '../session.ts'

/** A repair: edits, or a file to create. */
export interface CodeAction {
  /** What it does, in the words of a menu. */
  readonly title: string
  /** Code of the diagnostic that it repairs. */
  readonly code: string
  /** Empty for a file to create. */
  readonly edits: readonly DocumentEdit[]
  /** A file that does not exist yet and is to be made, empty. */
  readonly creates?: string
}

type Repairable = Pick<HoconDiagnostic, 'code' | 'at' | 'fixes'>

/** What can be done about the diagnostics and missing includes of an evaluation that touch a range of a document. */
export function actionsAt(
  diagnostics: readonly Repairable[],
  missing: readonly MissingInclude[],
  doc: string,
  range: TextRange,
): readonly CodeAction[] {
  const touches = (at: Repairable['at']) => at.doc === doc && at.from <= range.to && at.to >= range.from
  const repairs = diagnostics
    .filter(({ at }) => touches(at))
    .flatMap(({ code, fixes }) => fixes.map(({ title, edits }): CodeAction => ({ title, code, edits })))
  const files = missing
    .filter(({ at, outside }) => outside !== true && touches(at))
    .map((one): CodeAction => ({ title: `Create ${one.doc}`, code: 'include-missing', edits: [], creates: one.doc }))
  return [...repairs, ...files]
}
