// What answers are made of, for those who have this package alone.
export {
  applyTextEdits,
  type Json,
  JsonNumber,
  type JsonObject,
  type JsonStyle,
  jsonEquals,
  positionAt,
  printJson,
  type Result,
  type TextEdit,
  type TextPosition,
  type TextRange,
} from '@slyglass/base'
export type {
  DocumentEdit,
  ErrorKind,
  Fault,
  Fix,
  HoconDiagnostic,
  Place,
  Profile,
  Severity,
} from './diagnostic.ts'
export { type Evaluation, evaluate } from './evaluate.ts'
export { type GetAs, type GetFailure, get } from './getters.ts'
export { originsOf, printValuePath, type ValueOrigin } from './origins.ts'
export { type ParsedDocument, parseDocument } from './parse.ts'
export { type Path, type PathFault, pathOfText, printPath } from './path.ts'
export { expandInclude } from './path-pattern.ts'
export { reparse, TreeCache } from './reparse.ts'
export type { EvaluateOptions, MissingInclude, ReadDocument } from './session.ts'
export {
  type Element,
  isNode,
  isToken,
  isTrivia,
  type Located,
  type Node,
  type NodeKind,
  partsOf,
  printTree,
  type Token,
  type TokenKind,
} from './tree.ts'
export {
  type HoconField,
  type HoconFlag,
  type HoconList,
  type HoconNull,
  type HoconNumber,
  type HoconObject,
  type HoconText,
  type HoconValue,
  jsonOf,
  mergeValues,
  type Origin,
  type Step,
  type TextPiece,
  through,
  valueAt,
  valueFrom,
} from './value.ts'
