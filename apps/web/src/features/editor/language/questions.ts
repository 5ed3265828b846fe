// What the editor asks the language worker, and what it answers. Plain data only: it is copied between threads.
import type { TextEdit, TextRange } from '@slyglass/base'
import type { Diagnostic, DocumentEdit, SourceRange } from '@slyglass/network'
import type { CodeAction, Completion, KnownClass, NetworkOutlineItem } from '@slyglass/network/language'
import type { HoverCard } from './hover-card.ts'

/** What is known around the texts. */
export interface LanguageSetup {
  /** Paths of all files of the project. */
  readonly files: readonly string[]
  /** Paths that lead out of the project, which is not the same as missing. */
  readonly outside?: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly networks: readonly { readonly name: string; readonly file: string }[]
  /** The file of the open network: documents that it includes are looked at through it. */
  readonly open?: string
  readonly classes: readonly KnownClass[]
  /** Those whose source brings a description of its own. */
  readonly described?: readonly string[]
}

/** What changed since the last question. */
export interface Update {
  readonly setup?: LanguageSetup
  readonly changed: Readonly<Record<string, string>>
  readonly gone: readonly string[]
}

interface At {
  readonly doc: string
  readonly offset: number
}

/** Every question, by its kind. */
export interface Questions {
  readonly complete: At
  readonly hover: At
  readonly definition: At
  readonly references: At
  readonly 'rename-range': At
  readonly rename: At & { readonly to: string }
  readonly outline: { readonly doc: string }
  readonly folds: { readonly doc: string }
  readonly colours: { readonly doc: string }
  readonly inlays: { readonly doc: string; readonly range: TextRange }
  readonly selections: { readonly doc: string; readonly offsets: readonly number[] }
  readonly format: { readonly doc: string; readonly range?: TextRange }
  /** After a line break or a closing bracket. */
  readonly typed: At
  readonly comment: { readonly doc: string; readonly range: TextRange }
  readonly actions: { readonly doc: string; readonly range: TextRange }
  readonly diagnose: { readonly doc: string }
}

export interface FoldRange extends TextRange {
  readonly kind: 'object' | 'list' | 'text' | 'comment' | 'licence'
}

/** Edits, or why there are none. */
export type Planned =
  | { readonly ok: true; readonly edits: readonly DocumentEdit[] }
  | { readonly ok: false; readonly message: string }

/** What is answered to each kind of question. */
export interface Answers {
  readonly complete: readonly Completion[]
  readonly hover: HoverCard | undefined
  readonly definition: readonly SourceRange[]
  readonly references: readonly SourceRange[]
  /** The range of the name, and the entry that it names, if it names one. */
  readonly 'rename-range': { readonly at: SourceRange; readonly entry?: string } | undefined
  readonly rename: Planned
  readonly outline: readonly NetworkOutlineItem[]
  readonly folds: readonly FoldRange[]
  /** Five numbers for each piece, as code editors take them: lines and columns as differences, length, kind, 0. */
  readonly colours: Uint32Array
  readonly inlays: readonly { readonly at: number; readonly text: string }[]
  readonly selections: readonly (readonly TextRange[])[]
  readonly format: Planned
  readonly typed: readonly TextEdit[]
  readonly comment: Planned
  readonly actions: readonly CodeAction[]
  readonly diagnose: readonly Diagnostic[]
}

export type QuestionKind = keyof Questions
export type Question = { [Kind in QuestionKind]: { readonly kind: Kind } & Questions[Kind] }[QuestionKind]

export interface LanguageRequest {
  readonly id: number
  readonly update: Update
  readonly question: Question
}

export interface LanguageAnswer {
  readonly id: number
  readonly value: unknown
  /** Files of the project that a full answer needs the text of. */
  readonly wants: readonly string[]
}
