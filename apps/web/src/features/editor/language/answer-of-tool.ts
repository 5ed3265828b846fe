// Of the source of a tool there is nothing but what is wrong with it, and how that is mended.
import { actionsAt } from '@slyglass/hocon/language'
import { diagnoseToolSource } from '@slyglass/network/language'
import type { Answers, Question, QuestionKind } from './questions.ts'

export function answerOfTool(asked: Question, text: string): Answers[QuestionKind] {
  const found = diagnoseToolSource(asked.doc, text)
  if (asked.kind === 'diagnose') return found
  return asked.kind === 'actions' ? actionsAt(found, [], asked.doc, asked.range) : undefined
}
