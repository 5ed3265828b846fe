// Changes of what tools share, as the log holds them.
import { type JsonText, jsonAt, parseJson, printJson } from '@slyglass/base'
import { type ContextOp, contextOpsJson, readContextOps } from '@slyglass/tools'

export function printChanges(ops: readonly ContextOp[]): JsonText {
  return printJson(new Map([['ops', contextOpsJson(ops)]]))
}

export function readChanges(text: JsonText | undefined): readonly ContextOp[] {
  const parsed = parseJson(text ?? '{}')
  return parsed.ok ? readContextOps(jsonAt(parsed.value, 'ops')) : []
}
