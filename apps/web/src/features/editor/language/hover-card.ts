// What is known about the thing under the cursor, in the words that a person reads.
import type { Step } from '@slyglass/hocon'
import type { NetworkHover } from '@slyglass/network/language'
import { LineTable } from '../../../documents/index.ts'

/** One place where the value was written; later ones win. */
export interface HoverRow {
  readonly place: string
  readonly text: string
  readonly counts: boolean
}

export interface HoverCard {
  readonly from: number
  readonly to: number
  readonly title: string
  /** What the name stands for, or what the key is for. */
  readonly about: readonly string[]
  readonly value?: string
  readonly rows: readonly HoverRow[]
  /** How the value came here, step by step. */
  readonly steps: readonly string[]
}

export function hoverCard(hover: NetworkHover, textOf: (doc: string) => string): HoverCard {
  const tables = new Map<string, LineTable>()
  const placeOf = ({ doc, from }: { readonly doc: string; readonly from: number }): string => {
    const table = tables.get(doc) ?? new LineTable(textOf(doc))
    tables.set(doc, table)
    return `${doc}:${table.positionAt(from).lineNumber}`
  }
  const { from, to, title, value, layers, via } = hover
  return {
    from,
    to,
    title,
    about: aboutOf(hover),
    ...(value === undefined ? {} : { value }),
    rows: layers.map(({ at, text, counts }) => ({ place: placeOf(at), text, counts })),
    steps: via.map((step) => `${stepWords(step)} (${placeOf(step.at)})`),
  }
}

function aboutOf({ subject, about, uses }: NetworkHover): readonly string[] {
  const file = subject?.file === undefined ? [] : [`In ${subject.file}`]
  const shadowed = (subject?.shadowed ?? []).map((path) => `Hides ${path}`)
  const key = about === undefined ? [] : [about.about]
  const fallback = about?.fallback === undefined ? [] : [`Without it: ${about.fallback}.`]
  const shared = uses > 1 ? [`Used in ${uses} places.`] : []
  const subjectWords = subject === undefined || subject.about === '' ? [] : [subject.about]
  return [...subjectWords, ...file, ...shadowed, ...key, ...fallback, ...shared]
}

function stepWords(step: Step): string {
  switch (step.kind) {
    case 'include':
      return 'by the include'
    case 'substitution':
      return `by \${${step.path}}`
    case 'env':
      return `from the environment variable ${step.name}`
    case 'note':
      return `by ${step.name}`
  }
}
