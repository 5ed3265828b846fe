// Whether a decision of a person may be handed to a run: somebody asks, about these very arguments, and nobody answered yet.
import { isJsonObject, parseJson, type RunId, type Sha256, type SpanId, spanId } from '@slyglass/base'
import type { ApproveBody } from '@slyglass/protocol'
import { approvalSpan, type EventOf, isOf } from '@slyglass/run-log'
import type { RunCommand, RunRow, RunStore } from '@slyglass/runtime'
import { type Refusal, refused } from '../refusal.ts'
import { readPages } from './read-pages.ts'

interface Asked {
  readonly request: EventOf<'approval.requested'>
  readonly answer: EventOf<'approval.answered'> | undefined
}

/** The command for the run's inbox, or why there is none. */
export async function checkApproval(
  store: Pick<RunStore, 'read'>,
  row: Pick<RunRow, 'run' | 'status'>,
  body: ApproveBody,
): Promise<RunCommand | Refusal> {
  const { decision, args, reason } = body
  const asked = await findQuestion(store, row.run, body.call as SpanId)
  if (asked === undefined) return refused(404, 'approval', 'No call waits for a decision there.')
  const { request, answer } = asked
  if (answer !== undefined) return refused(409, 'already-answered', answeredText(answer))
  if (row.status === 'finished') return refused(409, 'run-ended', 'The run has ended, so nothing waits for a decision.')
  if (request.argsSha !== body.argsSha)
    return refused(409, 'approval-stale', 'The decision was made about other arguments. Look at the call again.')
  if (decision === 'edit' && !isObject(args))
    return refused(422, 'approval-args', 'The edited arguments are no JSON object.')
  return {
    // One id for all decisions about one question: the first one counts, whoever sends it.
    id: `approve ${subjectOf(request)}`,
    kind: 'approve',
    call: subjectOf(request),
    argsSha: body.argsSha as Sha256,
    decision,
    ...(decision === 'edit' && args !== undefined && { args }),
    ...(reason !== undefined && { reason }),
  }
}

const WORDS = { approved: 'approved', rejected: 'rejected', edited: 'approved with other arguments' } as const

/** A question that ended with what asked it has no reason of its own. */
export function answeredText({ decision, reason }: Pick<EventOf<'approval.answered'>, 'decision' | 'reason'>): string {
  if (decision !== 'expired') return `This call was already ${WORDS[decision]}.`
  if (reason === undefined) return 'This call was stopped before anybody answered, so it was not made.'
  return `This call was already refused, because ${reason}.`
}

function isObject(text: string | undefined): boolean {
  const parsed = parseJson(text ?? '')
  return parsed.ok && isJsonObject(parsed.value)
}

/** The question about a call, or about one of its attempts that is in doubt: the newest that is open, else the newest. */
async function findQuestion(store: Pick<RunStore, 'read'>, run: RunId, call: SpanId): Promise<Asked | undefined> {
  const asked = new Map<SpanId, Asked>()
  for await (const events of readPages(store, run))
    for (const event of events) {
      if (event.parent !== call && event.span !== approvalSpan(call)) continue
      if (isOf(event, 'approval.requested')) asked.set(event.span, { request: event, answer: undefined })
      const known = asked.get(event.span)
      if (isOf(event, 'approval.answered') && known !== undefined) asked.set(event.span, { ...known, answer: event })
    }
  const all = [...asked.values()]
  return all.findLast(({ answer }) => answer === undefined) ?? all.at(-1)
}

/** What a question is about: its path without the mark of a question. */
function subjectOf({ span }: Asked['request']): SpanId {
  return spanId(span.slice(0, -approvalSpan(spanId('')).length))
}
