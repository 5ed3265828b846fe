import { PAUSES_MS } from '../../ui/fetch-part.ts'
import { createWorker } from './trusted-worker.ts'

interface Ears<Answer> {
  answer(answer: Answer): void
  /** The worker threw, or its file stayed away. What was asked is answered by nobody. */
  fail(message: string): void
}

/** Posts to a worker that starts with the first question. Where its file cannot be fetched it starts anew, and nothing that was asked is lost. */
export function keptWorker<Question, Answer>(
  url: string,
  { answer, fail }: Ears<Answer>,
  create: (url: string) => Worker = createWorker,
): (question: Question) => void {
  let worker: Worker | undefined
  let unheard: Question[] = []
  let isAlive = false
  let failures = 0

  const start = () => {
    const started = create(url)
    worker = started
    started.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      isAlive = true
      unheard = []
      answer(data)
    })
    started.addEventListener('error', (event) => {
      const pause = PAUSES_MS[failures]
      // Only what a script throws has words; a file that did not come has none.
      if (isAlive || event.message !== undefined || pause === undefined)
        return fail(event.message ?? 'its file did not come')
      failures += 1
      setTimeout(start, pause)
    })
    for (const question of unheard) started.postMessage(question)
  }
  return (question) => {
    if (!isAlive) unheard.push(question)
    if (worker === undefined) start()
    else worker.postMessage(question)
  }
}
