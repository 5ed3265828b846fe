// Understands HOCON, and tools a little, for the code editor, off the main thread.
import { isToolSource } from './diagnose.ts'
import { LanguageSession } from './language-session.ts'
import type { LanguageAnswer, LanguageRequest, Question } from './questions.ts'

const session = new LanguageSession()

addEventListener('message', async (event: MessageEvent<LanguageRequest>) => {
  const { id, update, question } = event.data
  session.update(update)
  const answer = isToolSource(question.doc) ? await aboutTool(question) : session.answer(question)
  postMessage({ id, ...answer } satisfies LanguageAnswer)
})

/** What is known of tools is loaded with the first question about one. */
async function aboutTool(question: Question) {
  const text = session.textOf(question.doc)
  const { answerOfTool } = await import('./answer-of-tool.ts')
  return { value: answerOfTool(question, text), wants: [] }
}
