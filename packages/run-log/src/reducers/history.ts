import type { SpanId } from '@slyglass/base'
import type { EventOf, HistoryMessage, LogEvent } from '../events.ts'
import { NEVER_BEGAN } from '../never-began.ts'
import { agentSpan, callOfAttempt, enclosingAgent, FRONT_MAN_SPAN } from '../paths.ts'
import type { History, Reducer } from '../views.ts'
import { foldReducer, type Mutable } from './fold.ts'

interface State extends History {
  /** Calls under rules that are open: their ends count, not their attempts. */
  readonly ruled: ReadonlySet<SpanId>
}

interface Draft extends Mutable<History> {
  messages: HistoryMessage[]
  ruled: Set<SpanId>
}

/** Failures of calls that leave no result in the conversation, though the model read about them. */
const LEAVE_NOTHING: ReadonlySet<string> = new Set([...NEVER_BEGAN, 'network-unreachable', 'network-missing'])

/** The front man's side of the run as neuro-san hands it on: question, tool results as they came in, answer. */
export const historyReducer: Reducer<History> = foldReducer<State, Draft>(
  { lastSeq: -1, messages: [], counts: false, ruled: new Set() },
  {
    open: (state) => ({ ...state, messages: [...state.messages], ruled: new Set(state.ruled) }),
    close: (draft) => draft,
    apply(draft, event) {
      switch (event.type) {
        case 'command.started':
          draft.isCommand = true
          return
        case 'run.started':
          draft.messages.push({ type: 'HUMAN', text: doubleBraces(event.message) })
          return
        case 'tool.started':
          if (event.batch.ruled === true && event.kind !== 'agent') draft.ruled.add(event.span)
          return
        case 'attempt.finished':
          if (!draft.ruled.has(callOfAttempt(event.span))) addResult(draft, event)
          return
        case 'tool.finished':
          if (draft.ruled.delete(event.span)) addEnd(draft, event)
          return
        case 'agent.finished':
          if (isFrontMansCall(event.parent) && event.span === agentSpan(event.parent))
            draft.messages.push({ type: 'AI', text: doubleBraces(event.answer) })
          return
        case 'run.finished':
          draft.messages.push({ type: 'AI', text: doubleBraces(event.answer) })
          draft.counts = event.outcome !== 'cancelled' && draft.isCommand !== true
          return
      }
    },
  },
)

function addResult(draft: Draft, event: EventOf<'attempt.finished'>): void {
  if (event.answer?.of !== 'tool' || !isFrontMansCall(callOfAttempt(event.span))) return
  if (!LEAVE_NOTHING.has(event.failure?.code ?? ''))
    draft.messages.push({ type: 'AI', text: doubleBraces(event.answer.told ?? event.answer.text) })
}

function addEnd(draft: Draft, event: EventOf<'tool.finished'>): void {
  if (event.attempts > 0 && isFrontMansCall(event.span))
    draft.messages.push({ type: 'AI', text: doubleBraces(event.text) })
}

function isFrontMansCall(span: SpanId | null): span is SpanId {
  return span !== null && enclosingAgent(span) === FRONT_MAN_SPAN && /\.t\d+\.\d+(?:~\d+\.\d+)*$/.test(span)
}

/** Pairs of braces become one, then every brace two, left to right: neuro-san's way of writing a conversation down. */
function doubleBraces(text: string): string {
  return text.replaceAll('{{', '{').replaceAll('}}', '}').replaceAll('{', '{{').replaceAll('}', '}}')
}

/** The conversation of a session after its runs, oldest first. Runs that are open or were stopped and commands add nothing. */
export function sessionHistory(runs: readonly (readonly LogEvent[])[]): readonly HistoryMessage[] {
  return runs.flatMap((log) => {
    const history = historyReducer.reduce(historyReducer.initial, log)
    return history.counts ? history.messages : []
  })
}
