// What a successful attempt gave: the result without its update, and the update as changes.
import { type Json, type JsonText, parseJson, printJson } from '@slyglass/base'
import { attemptSpan, type ToolAnswer } from '@slyglass/run-log'
import { type ContextOp, modelText, pythonStr, readContextOps, splitUpdate } from '@slyglass/tools'
import type { Attempted } from '../door.ts'
import { bothForms } from '../forms.ts'
import type { RunContext } from '../run-context.ts'
import type { ToolEnd } from '../run-tool-batch.ts'
import type { ReadyCall } from './execute-call.ts'
import { type Changes, NO_CHANGES } from './shared-values.ts'

/** The end of a call under rules. */
export interface RuledEnd extends ToolEnd {
  readonly changes?: Changes
  readonly cached?: { readonly ageMs: number }
  readonly mocked?: boolean
}

interface ReadAnswer {
  readonly text: string
  readonly value?: JsonText
  readonly ops: readonly ContextOp[]
}

export function readResult(
  context: RunContext,
  ready: ReadyCall,
  tried: Extract<Attempted<ToolAnswer>, { kind: 'answered' }>,
  attempts: number,
): RuledEnd {
  const span = attemptSpan(ready.call.span, attempts)
  const python = context.journal.find(span, 'attempt.started')?.language === 'python'
  const { toolResults, profile } = ready.rules.studio
  const spelling = { python, asJson: toolResults === 'json', spaced: profile === 'bub' }
  const read = bothForms(tried.answer, (answer) => readAnswer(answer, spelling))
  const changes: Changes = bothForms(read, ({ ops }) => ops)
  const { cached, mocked } = context.journal.find(span, 'attempt.finished') ?? {}
  return {
    outcome: 'ok',
    text: bothForms(read, ({ text }): string => text),
    attempts,
    ...(read.truth.value !== undefined && { value: read.truth.value }),
    ...(changes.truth.length > 0 && { changes }),
    ...(cached !== undefined && { cached }),
    ...(mocked !== undefined && { mocked }),
  }
}

interface Spelling {
  readonly python: boolean
  readonly asJson: boolean
  /** JSON is told with blanks after commas and colons, as Bub writes it. */
  readonly spaced: boolean
}

function readAnswer(answer: ToolAnswer, { python, asJson, spaced }: Spelling): ReadAnswer {
  const told = parseJson(answer.update ?? '[]')
  const own = told.ok ? readContextOps(told.value) : []
  const value = answer.value === undefined ? undefined : parseJson(answer.value)
  if (value?.ok !== true) return { text: answer.text, ops: own }
  const split = splitUpdate(value.value)
  const isWhole = split.value === value.value
  const inJson = (json: Json) =>
    spaced && typeof json !== 'string' ? printJson(json, 'python-unicode') : modelText(json)
  // A text that is no plain spelling of the value was made by the tool.
  const isOwn = !spaced || answer.text !== answer.value
  if (isWhole && !asJson && isOwn) return { text: answer.text, value: answer.value ?? '', ops: own }
  const text = python && !asJson && isOwn ? pythonStr(split.value) : inJson(split.value)
  return { text, value: printJson(split.value), ops: [...split.ops, ...own] }
}

/** The changes of an end. */
export function changesOf({ changes }: RuledEnd): Changes {
  return changes ?? NO_CHANGES
}
