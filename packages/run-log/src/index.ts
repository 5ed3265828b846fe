export { type Answers, answersOf, isOf } from './answers.ts'
export { boardAfter } from './board.ts'
export { closerOf, isCloser } from './closing.ts'
export { compactLog } from './compact.ts'
export type * from './events.ts'
export { LOG_VERSION } from './events.ts'
export {
  agentSpan,
  approvalSpan,
  attemptSpan,
  callOfAttempt,
  codeCallSpan,
  FRONT_MAN_SPAN,
  hookSpan,
  modelSpan,
  RUN_SPAN,
  toolSpan,
} from './paths.ts'
export { utf8Length } from './text-length.ts'
export { type Breach, verifyLog } from './verify.ts'
export type * from './views.ts'
