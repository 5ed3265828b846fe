export { bindArguments } from './bind-arguments.ts'
export { readToolbox, type ToolboxSurroundings } from './built-in/read-toolbox.ts'
export { OWN_CLASSES, SHARED_TOOLS, TODO_CLASSES } from './built-in/shared-tools.ts'
export { coerceArguments, placeArguments } from './coerce/coerce-arguments.ts'
export { type CoercionFault, coerceValue } from './coerce/coerce-value.ts'
export {
  applyContextOps,
  type ContextOp,
  contextOpsJson,
  readContextOps,
  splitUpdate,
  UPDATE_KEY,
} from './define/context-ops.ts'
export type { ToolDescription } from './define/describe-tool.ts'
export type { FailureCategory } from './define/outcome.ts'
export { modelText } from './define/read-return.ts'
export { delegationText } from './delegation-text.ts'
export { type CallFailureCode, FAILURE_TRAITS, type FailureTraits } from './errors/call-failure.ts'
export {
  argumentsRefused,
  deniedByPolicy,
  type ErrorKind,
  type ErrorObject,
  errorLine,
  errorObjectText,
  isErrorKind,
  NO_JSON_OBJECT,
  notLoadedText,
  onlyInCode,
  toolRaised,
  unknownToolGuidance,
} from './errors/error-object.ts'
export {
  blockedText,
  CANCELLED_TEXT,
  ceilingText,
  crashedText,
  exceptionText,
  hookDeniedText,
  INVALID_JSON_TEXT,
  invalidArgumentsText,
  limitText,
  RATE_LIMITED_TEXT,
  rejectedText,
  returnedErrorText,
  saturatedText,
  timedOutText,
  toolNotFoundText,
} from './errors/error-texts.ts'
export { refusedArgumentsText, unknownToolText } from './fault-texts.ts'
export { functionSchema, isPythonName } from './function-schema.ts'
export type { ArgumentFault } from './lax-value.ts'
export { type Exposure, type Habits, isOfferedToCode, isOfferedToModel } from './names/exposure.ts'
export { similarity, similarNames } from './names/similar-names.ts'
export {
  findByName,
  findCollision,
  modelName,
  type NamedTool,
  namesOf,
  resolveName,
  resolveNames,
  runtimeNameOf,
  unknownNamesText,
} from './names/tool-names.ts'
export { type OfferedTool, offeredFlat, offeredFunction, type Strict } from './offered-function.ts'
export { type Parameter, type ParameterType, readParameters } from './parameter.ts'
export { pythonJson, pythonNumber, pythonRepr, pythonStr } from './python-text.ts'
export { holdsHalves, type ReadArguments, readArguments, wholeJson } from './read-arguments.ts'
export { CallCounter, type CallLimits, type LimitReached } from './rules/call-limits.ts'
export { capResult, moreText, type Page, pageOf, READ_MORE } from './rules/cap-result.ts'
export { batchCeiling, type CeilingRules, type TimedTool } from './rules/ceiling.ts'
export { type OrderedCall, racingPair } from './rules/concurrency.ts'
export { checkSession, needsCompaction, type SessionUsage } from './rules/guardrails.ts'
export { failedHook, type HookDecision, readHookAnswer } from './rules/hook-decision.ts'
export { hooksFor, matches } from './rules/hook-match.ts'
export {
  blockedBy,
  explainPermission,
  isBlocked,
  needsApproval,
  type RuledTool,
  type Verdict,
} from './rules/permissions.ts'
export { callsOfTier, RateLimiter } from './rules/rate-limit.ts'
export { redactJson, redactText } from './rules/redact.ts'
export { type CachedResult, ResultCache } from './rules/result-cache.ts'
export { type AttemptFault, type RetryRules, willRetry } from './rules/retry.ts'
export { type KeySources, ruleKey, ruleWord } from './rules/rule-key.ts'
export { readSpill, SPILL_READ, type SpillRange, spillChars, spillText } from './rules/spill.ts'
export { codeIdentifier, codeIdentifiers, type StubLanguage } from './stubs/code-identifier.ts'
export { codeStub, type StubTool } from './stubs/code-stub.ts'
export { mergeTodos } from './todos/merge-todos.ts'
export { OFFERED_TODOS } from './todos/offered-todos.ts'
export { withTodos } from './todos/render-todos.ts'
export { TODO_PRIORITIES, TODO_STATUSES, TODOS_KEY } from './todos/todo.ts'
export { TODO_TOOLS, type TodoResult, type TodoTool } from './todos/todo-tools.ts'
export { needsOf, type ToolNeed } from './toolbox/needs.ts'
export { type ToolFacts, type ToolReadiness, type ToolState, toolState } from './toolbox/tool-state.ts'
export { type ArgumentError, argumentErrorText } from './validation/argument-error.ts'
export { declaresParameters, plainSchema, withoutPatterns } from './validation/plain-schema.ts'
export { type Validation, type ValidationProfile, validateArguments } from './validation/validate-arguments.ts'
