// Understands HOCON for the code editor, off the main thread.
import { LanguageSession } from './language-session.ts'
import type { LanguageAnswer, LanguageRequest } from './questions.ts'

const session = new LanguageSession()

addEventListener('message', (event: MessageEvent<LanguageRequest>) => {
  const { id, update, question } = event.data
  session.update(update)
  postMessage({ id, ...session.answer(question) } satisfies LanguageAnswer)
})
