export { type Answers, answersOf, isOf } from './answers.ts'
export { boardAfter } from './board.ts'
export { type CalledAlone, type CalledTool, readCalls, type WaitingCall } from './called-alone.ts'
export { closerOf, isCloser } from './closing.ts'
export { codeAround, codeRunsAgain } from './code-runs-again.ts'
export { compactLog } from './compact.ts'
export { applyContextOps, type ContextOp, contextOpsJson, readContextOps } from './context-ops.ts'
export { decodeEvent, decodeLog, encodeEvent } from './decode.ts'
export type * from './events.ts'
export { LOG_VERSION } from './events.ts'
export { lanesOf } from './lanes.ts'
export { NEVER_BEGAN } from './never-began.ts'
export {
  activatingCall,
  againSpan,
  agentSpan,
  approvalSpan,
  attemptSpan,
  COMMAND_SPAN,
  callOfAttempt,
  codeCallerOf,
  codeCallSpan,
  enclosingAgent,
  FRONT_MAN_SPAN,
  hookSpan,
  modelSpan,
  placeOfCall,
  RUN_SPAN,
  toolSpan,
} from './paths.ts'
export { activityReducer } from './reducers/activity.ts'
export { approvalsReducer, openApprovals } from './reducers/approvals.ts'
export { historyReducer, sessionHistory } from './reducers/history.ts'
export { limitsReducer } from './reducers/limits.ts'
export { sharedAfter, sharedValuesReducer } from './reducers/shared-values.ts'
export { slyLedgerReducer } from './reducers/sly-ledger.ts'
export { todosReducer } from './reducers/todos.ts'
export { traceReducer } from './reducers/trace.ts'
export { STOP_NOTE, transcriptReducer } from './reducers/transcript.ts'
export { usageReducer } from './reducers/usage.ts'
export { SEEN_EARLIER } from './seen-earlier.ts'
export { IN_DOUBT, RESUMED } from './taken-up.ts'
export { infoOf, searchTape, type TapeInfo, type TapeQuery, textOf } from './tape/search-tape.ts'
export { anchorText, lastAnchor, selectEntries, type TapeChoice } from './tape/select-tape.ts'
export { SESSION_START, type TapeContent, type TapeEntry, type TapeNote, type TapeResult } from './tape/tape-entry.ts'
export { tapeOf } from './tape/tape-of.ts'
export { exchangesOf, wordsOf } from './tape/told-past.ts'
export { utf8Length } from './text-length.ts'
export { type Breach, verifyLog } from './verify.ts'
export type * from './views.ts'
