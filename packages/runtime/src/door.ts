// The door: every read of the outside world passes here under the path of its span. What is already answered in this log
// is taken; what is answered in another log may be taken; what was started and never answered is in doubt; everything else
// is asked, with the question committed before the effect and the answer after it.
import type { Sha256, SpanId } from '@slyglass/base'
import {
  callOfAttempt,
  type Draft,
  type EventOf,
  type Failure,
  type MiddlewareAnswer,
  type ModelAnswer,
  type Outcome,
  type RunEvent,
  type ToolAnswer,
} from '@slyglass/run-log'
import { TimeUp } from './calls/time-up.ts'
import { closeLost, HOST_LOST } from './close-spans.ts'
import { alike, bothForms, type Forms } from './forms.ts'
import type { RecordSource } from './record-source.ts'
import type { RunContext } from './run-context.ts'
import { Cancelled, DeadlinePassed, Diverged } from './stops.ts'

type Answer = ModelAnswer | ToolAnswer | MiddlewareAnswer

/** How an attempt ended. `lost`: nobody knows, because the process died in between. */
export type Attempted<A extends Answer> =
  | {
      readonly kind: 'answered'
      readonly answer: Forms<A>
      readonly failure?: Forms<Failure>
      readonly outcome: Outcome
    }
  | { readonly kind: 'failed'; readonly failure: Forms<Failure>; readonly live: boolean }
  | { readonly kind: 'lost' }

export interface Question {
  readonly of: 'model' | 'tool' | 'middleware'
  readonly span: SpanId
  readonly parent: SpanId
  readonly number: number
  /** Over the question composed from logged forms. */
  readonly digest: Sha256
}

/** True where what was begun can be done again from its beginning without anything taking effect twice. */
type CanRunAgain = (begun: EventOf<'attempt.started'>) => boolean

/** Asks a question once; `perform` touches the world and commits the attempt itself. */
export async function passDoor<A extends Answer>(
  context: RunContext,
  question: Question,
  perform: () => Promise<Attempted<A>>,
  canRunAgain: CanRunAgain = () => false,
): Promise<Attempted<A>> {
  const { journal } = context
  const own = journal.find(question.span, 'attempt.finished')
  if (own !== undefined) return ownAnswer(context, question, own)
  const taken = await takenAnswer<A>(context, question)
  if (taken !== undefined) return taken
  const begun = journal.find(question.span, 'attempt.started')
  if (begun === undefined) return perform()
  requireSame(question, begun.digest)
  if (canRunAgain(begun)) return perform()
  await journal.commit(lostEnd(context, question))
  return { kind: 'lost' }
}

/** The end of an attempt whose process is gone, and of everything that was open in it. */
export function lostEnd({ journal }: RunContext, question: Question): readonly Draft[] {
  const end = finished(question, { outcome: 'cancelled', failure: HOST_LOST })
  return [...closeLost(journal, question.span), end]
}

function ownAnswer<A extends Answer>(
  context: RunContext,
  question: Question,
  own: EventOf<'attempt.finished'>,
): Attempted<A> {
  const begun = context.journal.find(question.span, 'attempt.started')
  if (begun !== undefined) requireSame(question, begun.digest)
  return readAnswer(context.journal.formsOf(own))
}

function requireSame(question: Question, digest: Sha256): void {
  if (digest === question.digest) return
  const message =
    'The log holds another question at this place than the run asks now, so the run cannot go on from it. Fork it instead.'
  throw new Diverged('resume-diverged', question.span, message)
}

function readAnswer<A extends Answer>(forms: Forms<EventOf<'attempt.finished'>>): Attempted<A> {
  const event = forms.logged
  if (isLost(event)) return { kind: 'lost' }
  const failure = bothForms(forms, (end) => end.failure ?? CANCELLED)
  if (event.answer === undefined) return { kind: 'failed', failure, live: false }
  const answer = bothForms(forms, (end) => end.answer as A)
  return { kind: 'answered', answer, outcome: event.outcome, ...(event.failure !== undefined && { failure }) }
}

const CANCELLED: Failure = { code: 'cancelled', message: 'The attempt was cancelled.' }

function isLost(event: EventOf<'attempt.finished'>): boolean {
  return event.outcome === 'cancelled' && event.failure?.code === HOST_LOST.code
}

async function takenAnswer<A extends Answer>(
  context: RunContext,
  question: Question,
): Promise<Attempted<A> | undefined> {
  const { source, journal } = context
  const call = callOfAttempt(question.span)
  const policy = source?.policy(call)
  if (source === undefined || policy === 'live') return undefined
  if (policy === 'mock') return mockedAnswer(context, question)
  const recorded = source.answers.find(question.span, 'attempt.finished')
  const asked = source.answers.find(question.span, 'attempt.started')
  if (recorded === undefined || asked === undefined) return missing(context, question)
  if (isLost(recorded)) return { kind: 'lost' }
  if (asked.digest !== question.digest) return missing(context, question)
  if (recorded.outcome === 'cancelled') throw recordedStop(context, question)
  const subtree = subtreeOf(source, question.span).filter((event) => event.type !== 'sly.leaked')
  context.instances.follow(subtree)
  const logged = await journal.commit(subtree.map(replayed))
  const answer = logged.find(
    (event): event is EventOf<'attempt.finished'> => event.type === 'attempt.finished' && event.span === question.span,
  )
  return readAnswer(answer === undefined ? alike(recorded) : journal.formsOf(answer))
}

/** The attempt's own events and those of calls that its code made or that it stands around, in their order. */
function subtreeOf({ answers }: RecordSource, span: SpanId): readonly RunEvent[] {
  const own = answers.eventsOf(span)
  const [first, last] = [own[0], own.at(-1)]
  if (first === undefined || last === undefined) return own
  const [from, to] = [answers.events.indexOf(first), answers.events.indexOf(last)]
  const around = first.type === 'attempt.started' && first.of === 'middleware' ? placeOfHook(span) : undefined
  const isInside = (at: SpanId) =>
    at === span || at.startsWith(`${span}/`) || (around !== undefined && isAt(at, around))
  return answers.events.slice(from, to + 1).filter((event) => isInside(event.span))
}

/** The call that a hook's attempt belongs to. */
function placeOfHook(attempt: SpanId): string {
  return attempt.slice(0, attempt.lastIndexOf('!'))
}

/** True for the call at a place and everything below it. */
function isAt(span: SpanId, place: string): boolean {
  return span === place || (span.startsWith(place) && /^[#.!~/]/.test(span.slice(place.length)))
}

function missing(context: RunContext, question: Question): undefined {
  if (context.source?.onDifference !== 'fail') return undefined
  const message = 'The recording holds no answer to this question at this place.'
  throw new Diverged('replay-diverged', question.span, message)
}

/** A recorded attempt that was cut off: by the time limit of an agent above it, or by a person. */
function recordedStop(context: RunContext, question: Question): Error {
  const { source, journal } = context
  for (let at: SpanId | null = question.parent; at !== null; at = journal.openSpan(at)?.parent ?? null) {
    const reached = source?.answers.find(at, 'limit.reached')
    if (reached?.limit === 'seconds') return new DeadlinePassed(at)
    if (reached?.limit === 'ceiling') return new TimeUp(at, 'ceiling', at, reached.value)
  }
  return new Cancelled()
}

function replayed(event: RunEvent): Draft {
  const { v: _v, runId: _run, seq: _seq, at: _at, ...draft } = event
  return (event.type === 'attempt.finished' ? { ...draft, replayed: true } : draft) as Draft
}

async function mockedAnswer<A extends Answer>(
  context: RunContext,
  question: Question,
): Promise<Attempted<A> | undefined> {
  const answer = context.source?.mock(callOfAttempt(question.span))
  if (answer === undefined) return undefined
  await context.journal.commit([begun(question), finished(question, { outcome: 'ok', answer, replayed: true })])
  return { kind: 'answered', answer: alike(answer as A), outcome: 'ok' }
}

type AttemptStarted = Extract<Draft, { type: 'attempt.started' }>
type AttemptFinished = Extract<Draft, { type: 'attempt.finished' }>

/** The event that says the question, committed before the effect. */
export function begun(question: Question, details: Partial<AttemptStarted> = {}): AttemptStarted {
  const { of, span, parent, number, digest } = question
  return { ...details, type: 'attempt.started', span, parent, of, number, digest }
}

/** The event that says the answer. */
export function finished(question: Question, end: Omit<AttemptFinished, 'type' | 'span' | 'parent'>): AttemptFinished {
  return { ...end, type: 'attempt.finished', span: question.span, parent: question.parent }
}
