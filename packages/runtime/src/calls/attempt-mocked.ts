// An attempt that calls nothing, because the network says what comes of it.
import { type Json, type JsonText, printJson } from '@slyglass/base'
import type { MockRule } from '@slyglass/network'
import type { Failure, ToolAnswer } from '@slyglass/run-log'
import { type Attempted, begun, finished, type Question } from '../door.ts'
import { alike } from '../forms.ts'
import type { RunContext } from '../run-context.ts'
import { takeFrom } from '../take-media.ts'
import { TimeUp } from './time-up.ts'

export interface Mocking {
  readonly mock: MockRule
  /** As they are recorded. */
  readonly args: JsonText
  readonly signal: AbortSignal
  /** A result in the words that a model reads. */
  textOf(value: Json): string
}

export async function attemptMocked(
  context: RunContext,
  question: Question,
  { mock, args, signal, textOf }: Mocking,
): Promise<Attempted<ToolAnswer>> {
  // The world is asked nothing, so nobody waits until the question is on disk. Where it is refused, so is all that follows.
  context.journal.commit([begun(question, { args })]).catch(() => undefined)
  try {
    if (mock.delayMs > 0) await context.clock.sleep(mock.delayMs, signal)
    signal.throwIfAborted()
  } catch (error) {
    return stoppedAttempt(context, question, error)
  }
  const { value, media, chunks } = takeFrom(mock.result ?? null, context.digests)
  const answer: ToolAnswer = { of: 'tool', text: textOf(value), value: printJson(value) }
  const end = mockedEnd(mock, media.length === 0 ? answer : { ...answer, media })
  const [event] = await context.journal.commit([finished(question, { ...end, mocked: true })], { chunks })
  return readAttempt(event, end)
}

export type AttemptEnd = Parameters<typeof finished>[1]

function mockedEnd(mock: MockRule, answer: ToolAnswer): AttemptEnd {
  if (mock.raise !== undefined) return { outcome: 'failed', failure: { code: 'raised', message: mock.raise } }
  if (mock.fail !== undefined) {
    const failure: Failure = { code: 'returned-error', message: printJson(mock.fail) }
    return { outcome: 'failed', failure }
  }
  return { outcome: 'ok', answer }
}

/** What came of an attempt that was committed here, in its true form and as it is logged. */
export function readAttempt(event: { readonly type: string } | undefined, end: AttemptEnd): Attempted<ToolAnswer> {
  if (end.answer?.of !== 'tool') {
    const failure = end.failure ?? { code: 'exception', message: 'The attempt failed.' }
    return { kind: 'failed', failure: alike(failure), live: true }
  }
  const logged = (event as { readonly answer?: ToolAnswer } | undefined)?.answer ?? end.answer
  const isSame = logged.text === end.answer.text && logged.value === end.answer.value
  return { kind: 'answered', outcome: end.outcome, answer: isSame ? alike(end.answer) : { truth: end.answer, logged } }
}

/** An attempt that was stopped: by its time it has failed, by anything else it was cancelled and the stop goes on. */
export async function stoppedAttempt(
  context: RunContext,
  question: Question,
  error: unknown,
): Promise<Attempted<ToolAnswer>> {
  const first = context.journal.find(question.span, 'attempt.started') === undefined ? [begun(question)] : []
  if (!(error instanceof TimeUp)) {
    await context.journal.commit([...first, finished(question, { outcome: 'cancelled' })])
    throw error
  }
  const { failure } = error
  await context.journal.commit([...first, finished(question, { outcome: 'failed', failure })])
  return { kind: 'failed', failure: alike(failure), live: true }
}
