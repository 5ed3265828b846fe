import type { EventOf, LogEvent } from '../events.ts'
import { callOfAttempt, codeCallerOf, enclosingAgent, FRONT_MAN_SPAN } from '../paths.ts'
import type { Reducer, Transcript, TranscriptCall } from '../views.ts'
import { subjectOf } from './approvals.ts'
import { foldReducer } from './fold.ts'
import { TranscriptDraft } from './transcript-draft.ts'

/** The conversation of one run as a chat shows it, delegations nested in their calls. */
export const transcriptReducer: Reducer<Transcript> = foldReducer<Transcript, TranscriptDraft>(
  { lastSeq: -1, entries: [], running: false },
  {
    open: (state) => new TranscriptDraft(state),
    close: (draft) => draft.done(),
    apply(draft, event) {
      switch (event.type) {
        case 'run.started':
          draft.running = true
          if (event.tape === undefined)
            draft.entries.push({ kind: 'user', span: event.span, text: event.message, at: event.at })
          return
        case 'run.finished':
          endRun(draft, event)
          return
        case 'agent.started':
          draft.name(event.span, event.agent)
          if (event.role === 'agent')
            draft.listOf(event.span).push({ kind: 'user', span: event.span, text: event.input, at: event.at })
          return
        case 'agent.finished':
          endAgent(draft, event)
          return
        case 'command.started':
          draft.command = event.text
          return
        case 'command.finished':
          endCommand(draft, event)
          return
        case 'model.started':
        case 'model.finished':
          followModel(draft, event)
          return
        case 'tool.started':
        case 'tool.finished':
          followCall(draft, event)
          return
        case 'attempt.started':
        case 'attempt.delta':
        case 'attempt.finished':
          followAttempt(draft, event)
          return
        default:
          note(draft, event)
      }
    },
  },
)

function endRun(draft: TranscriptDraft, event: EventOf<'run.finished'>): void {
  const { span, outcome, failure } = event
  draft.running = false
  draft.outcome = outcome
  draft.dropPassing()
  if (outcome === 'cancelled')
    draft.entries.push({
      kind: 'failure',
      span,
      outcome,
      failure: { code: 'cancelled', message: 'The run was stopped.' },
    })
  else if (failure !== undefined && draft.command === undefined)
    draft.entries.push({ kind: 'failure', span, outcome, failure })
}

/** What a command gave, or why not, is said once: by itself, not by its run or agent. */
function endCommand(draft: TranscriptDraft, { span, text, outcome }: EventOf<'command.finished'>): void {
  if (outcome === 'cancelled') return
  draft.entries.push({ kind: 'command', span, text: draft.command ?? '', output: text, outcome })
}

/** An answer that is not the model's last text, such as an error in words, is said too; the front man's failure by the run. */
function endAgent(draft: TranscriptDraft, event: EventOf<'agent.finished'>): void {
  const { span, answer, outcome, failure, at } = event
  const list = draft.listOf(span)
  const said = list.findLast((entry) => entry.kind === 'agent')
  if (span === FRONT_MAN_SPAN && draft.command !== undefined) return
  if (outcome !== 'cancelled' && answer !== '' && said?.text !== answer)
    list.push({ kind: 'agent', span, agent: draft.agentOf(span), text: answer, streaming: false, at })
  if (failure !== undefined && span !== FRONT_MAN_SPAN) list.push({ kind: 'failure', span, failure, outcome })
}

/** What a model said to code is for the code, and no part of the conversation. */
function followModel(draft: TranscriptDraft, event: EventOf<'model.started'> | EventOf<'model.finished'>): void {
  if (codeCallerOf(event.span) !== undefined) return
  if (event.type === 'model.started') {
    draft.ask(event.span, event.agent, event.at)
    return
  }
  draft.say(event.span, event.text === '' ? undefined : event.text, false)
  draft.endAsking(event.span)
}

function followCall(draft: TranscriptDraft, event: EventOf<'tool.started'> | EventOf<'tool.finished'>): void {
  if (event.type === 'tool.started') {
    const { span, tool, kind, args, at: startedAt, batch } = event
    const call: TranscriptCall = {
      span,
      tool,
      kind,
      state: 'running',
      args,
      startedAt,
      output: '',
      slyKeys: [],
      inner: [],
    }
    draft.addCall(batch, event.agent, call)
    return
  }
  const { outcome, at, text, result, failure } = event
  draft.editCall(event.span, (call) => {
    Object.assign(call, { state: outcome, finishedAt: at, text })
    if (result !== undefined) call.result = result
    if (failure !== undefined) call.failure = failure
  })
  draft.startNext(event.span, at)
}

/** A question of code to a model, by its place. */
const MODELS_OF_CODE = /\/models\.(?:chat|embed|decide):[^:/]+:\d+$/

type AttemptEvent = EventOf<'attempt.started'> | EventOf<'attempt.delta'> | EventOf<'attempt.finished'>

function followAttempt(draft: TranscriptDraft, event: AttemptEvent): void {
  const call = callOfAttempt(event.span)
  if (MODELS_OF_CODE.test(call)) return
  switch (event.type) {
    case 'attempt.started':
      if (event.of === 'model') {
        draft.say(call, undefined, false)
        return
      }
      draft.editCall(call, (one) => {
        one.state = 'running'
        one.slyKeys = (event.sly ?? []).map(({ key }) => key)
        if (event.number > 1) one.attempts = event.number
      })
      return
    case 'attempt.delta':
      if (event.kind === 'text') draft.grow(call, event.text)
      else draft.editCall(call, (one) => growCall(one, event))
      return
    case 'attempt.finished':
      if (event.answer?.of === 'model' && event.answer.text !== '') draft.say(call, event.answer.text, false)
      if (event.mocked !== undefined || event.cached !== undefined)
        draft.editCall(call, (one) => {
          if (event.mocked !== undefined) one.mocked = event.mocked
          if (event.cached !== undefined) one.cached = event.cached
        })
      return
  }
}

function growCall(
  call: { output: string; progress?: TranscriptCall['progress'] },
  event: EventOf<'attempt.delta'>,
): void {
  const { text, structure } = event
  if (event.kind === 'output') call.output += text
  else call.progress = { text, ...(structure !== undefined && { structure }) }
}

function warn(call: { warnings?: readonly string[] }, text: string): void {
  // An attempt that was made again is warned of the same.
  if (call.warnings?.includes(text) !== true) call.warnings = [...(call.warnings ?? []), text]
}

/** `source` of what is said of a stop until the run has ended: then its end says it. */
export const STOP_NOTE = 'stop'

/** `source` of what the host or the result of a tool is warned of. */
const TOOL_NOTE = 'tool'

function note(draft: TranscriptDraft, event: LogEvent): void {
  if (event.type === 'approval.requested' && event.parent !== null) {
    const { span, args, argsSha, at, timeoutMs } = event
    draft.editCall(event.parent, (call) => {
      call.state = 'waiting for approval'
      call.approval = { call: subjectOf(span), args, argsSha, at, ...(timeoutMs !== undefined && { timeoutMs }) }
    })
    return
  }
  if (event.type === 'approval.answered' && event.parent !== null) {
    const { at, decision, args, reason } = event
    const answer = { at, decision, ...(args !== undefined && { args }), ...(reason !== undefined && { reason }) }
    draft.editCall(event.parent, (call) => {
      call.state = decision === 'approved' || decision === 'edited' ? 'running' : 'denied'
      if (call.approval !== undefined) call.approval = { ...call.approval, answer }
    })
    return
  }
  if (event.type !== 'note.noted' || event.level === 'debug') return
  const { span, text, level, source } = event
  // What a call is warned of stands at the call.
  const isOfCall = level === 'warning' && source === TOOL_NOTE
  if (isOfCall && draft.editCall(callOfAttempt(span), (call) => warn(call, text))) return
  const agent = enclosingAgent(span)
  const list = agent === undefined ? draft.entries : draft.listOf(agent)
  list.push({ kind: 'note', span, text, level, ...(source === STOP_NOTE && { passing: true }) })
}
