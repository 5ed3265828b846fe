// Asks a person about one call. The question holds the final arguments and their digest; an answer counts for those only.
// Who is not asked in time has refused, and where nobody can be asked the call is refused at once.
import { isJsonObject, type JsonObject, parseJson, printJson, type SpanId } from '@slyglass/base'
import { approvalSpan, type EventOf } from '@slyglass/run-log'
import type { Forms } from '../forms.ts'
import type { RunContext } from '../run-context.ts'
import { Diverged } from '../stops.ts'
import { withTimer } from './time-up.ts'

/** What came of asking. Edited arguments have no second form: what a person typed is logged like everything else. */
export type Approval =
  | { readonly decision: 'approved' }
  | { readonly decision: 'edited'; readonly args: Forms<JsonObject> }
  | { readonly decision: 'rejected' | 'expired'; readonly reason?: string; readonly byPerson?: true }

export interface ApprovalQuestion {
  readonly call: SpanId
  /** Where the question stands, when it is not about the call as such but about one of its attempts. */
  readonly parent?: SpanId
  readonly tool: string
  readonly args: Forms<JsonObject>
  readonly timeoutMs: number
  /** What a restart does with the code that asks, where no person is asked about that. */
  readonly lostCode?: 'rerun' | 'fail'
  readonly signal: AbortSignal
}

const NOBODY = 'nobody can be asked where this run was started from'

class Expired extends Error {
  override readonly name = 'Expired'
}

/** Logs the question, so that it is on every screen, and gives the answer when it is awaited. */
export async function requestApproval(
  context: RunContext,
  question: ApprovalQuestion,
): Promise<() => Promise<Approval>> {
  const { journal, digests, source } = context
  const span = approvalSpan(question.call)
  const place = { span, parent: question.parent ?? question.call }
  const own = journal.find(span, 'approval.answered')
  if (own !== undefined) {
    const { truth, logged } = journal.formsOf(own)
    return async () => readAnswer(truth, logged.args)
  }
  const args = printJson(question.args.logged)
  const argsSha = digests.sha256(args)
  await journal.commit([
    {
      type: 'approval.requested',
      ...place,
      tool: question.tool,
      args,
      argsSha,
      timeoutMs: question.timeoutMs,
      ...(question.lostCode !== undefined && { lostCode: question.lostCode }),
    },
  ])
  const taken = source?.answers.find(span, 'approval.answered')
  if (taken !== undefined) {
    const { decision, args: edited, reason } = taken
    await journal.commit([
      {
        type: 'approval.answered',
        ...place,
        decision,
        ...(edited !== undefined && { args: edited }),
        ...(reason !== undefined && { reason }),
      },
    ])
    return async () => readAnswer(taken)
  }
  if (source?.onDifference === 'fail')
    throw new Diverged('replay-diverged', span, 'The recording holds no answer of a person to this question.')
  return () => waitForAnswer(context, { ...question, span, argsSha })
}

type Waiting = ApprovalQuestion & {
  readonly span: SpanId
  readonly argsSha: ReturnType<RunContext['digests']['sha256']>
}

async function waitForAnswer(context: RunContext, waiting: Waiting): Promise<Approval> {
  const { journal, calls } = context
  const place = { span: waiting.span, parent: waiting.parent ?? waiting.call }
  if (!calls.attended) {
    return answer(context, place, { decision: 'rejected', reason: NOBODY })
  }
  const known = journal.openSpan(waiting.span)
  const argsSha = known?.type === 'approval.requested' ? known.argsSha : waiting.argsSha
  const ms = Math.max(0, waiting.timeoutMs - journal.elapsedBefore(waiting.span))
  try {
    const limit = { ms, reason: () => new Expired('nobody answered'), signal: waiting.signal }
    const given = await withTimer(context.clock, limit, (signal) => calls.approvals.next(waiting.call, argsSha, signal))
    const reason = given.reason === undefined ? {} : { reason: given.reason }
    if (given.decision === 'approve') return await answer(context, place, { decision: 'approved' })
    if (given.decision === 'reject') return await answer(context, place, { decision: 'rejected', ...reason })
    return await answer(context, place, { decision: 'edited', args: given.args ?? '', ...reason })
  } catch (error) {
    if (!(error instanceof Expired)) throw error
    return answer(context, place, { decision: 'expired', reason: 'nobody answered in time' })
  }
}

type Answered = Pick<EventOf<'approval.answered'>, 'decision' | 'args' | 'reason'>

async function answer(
  { journal }: RunContext,
  place: { readonly span: SpanId; readonly parent: SpanId },
  answered: Answered,
): Promise<Approval> {
  const [event] = await journal.commit([{ type: 'approval.answered', ...place, ...answered }])
  const logged = event?.type === 'approval.answered' ? event.args : undefined
  return readAnswer(answered, logged)
}

function readAnswer({ decision, args, reason }: Answered, logged = args): Approval {
  if (decision === 'approved') return { decision }
  if (decision === 'edited') {
    const [truth, shown] = [objectOf(args), objectOf(logged)]
    if (truth === undefined || shown === undefined)
      return { decision: 'rejected', reason: 'the edited arguments are no JSON object' }
    return { decision, args: { truth, logged: shown } }
  }
  if (reason === undefined) return { decision }
  // A model is told a person's own words, never ours.
  return { decision, reason, ...(decision === 'rejected' && reason !== NOBODY && { byPerson: true }) }
}

function objectOf(text: string | undefined): JsonObject | undefined {
  const parsed = parseJson(text ?? '')
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined
}
