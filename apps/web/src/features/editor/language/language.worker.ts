// Understands HOCON, and tools a little, for the code editor, off the main thread.
import { fetchPart } from '../../../ui/fetch-part.ts'
import { isToolSource } from './diagnose.ts'
import { LanguageSession, type Rename } from './language-session.ts'
import type { LanguageAnswer, LanguageRequest, Question } from './questions.ts'

const session = new LanguageSession()

addEventListener('message', async (event: MessageEvent<LanguageRequest>) => {
  const { id, update, question } = event.data
  session.update(update)
  const answer = await answerTo(question)
  postMessage({ id, ...answer } satisfies LanguageAnswer)
})

function answerTo(question: Question) {
  if (isToolSource(question.doc)) return aboutTool(question)
  return question.kind === 'rename' ? rename(question) : session.answer(question)
}

async function rename(question: Rename) {
  const { renaming, wants } = session.renaming(question)
  const { answerOfRename } = await fetchPart(() => import('./answer-of-rename.ts'))
  return { value: answerOfRename(renaming), wants }
}

/** What is known of tools is loaded with the first question about one. */
async function aboutTool(question: Question) {
  const text = session.textOf(question.doc)
  const { answerOfTool } = await fetchPart(() => import('./answer-of-tool.ts'))
  return { value: answerOfTool(question, text), wants: [] }
}
