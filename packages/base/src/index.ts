export { AnswerCut } from './answer-cut.ts'
export { type Disposable, disposable } from './disposable.ts'
export {
  type ProjectId,
  projectId,
  type RunId,
  runId,
  type SessionId,
  type Sha256,
  type SpanId,
  sessionId,
  sha256,
  spanId,
} from './ids.ts'
export {
  fromJson,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonFault,
  JsonNumber,
  type JsonObject,
  type JsonStyle,
  type JsonText,
  jsonAt,
  jsonEquals,
  toJson,
} from './json.ts'
export { onAbort } from './on-abort.ts'
export { parseJson } from './parse-json.ts'
export { PassingMap } from './passing-map.ts'
export { printJson } from './print-json.ts'
export { err, ok, type Result } from './result.ts'
export {
  applyTextEdits,
  invertTextEdits,
  positionAt,
  type TextEdit,
  type TextPosition,
  type TextRange,
} from './text-range.ts'
export { wellFormed } from './well-formed.ts'
