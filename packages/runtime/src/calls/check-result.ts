// What a definition says of its results is not enforced: where one is otherwise, the call says so to people and goes on.
import { isJsonObject, type Json, type JsonObject, jsonAt, parseJson } from '@slyglass/base'
import type { Draft } from '@slyglass/run-log'
import { argumentErrorText, validateArguments } from '@slyglass/tools'
import { findTool } from './discipline.ts'
import type { RuledEnd } from './read-result.ts'
import type { ReceivedCall } from './received-call.ts'

const VALUE = 'result'

/** A row for a result that is not as the tool's output schema says; none where there is no schema, or it cannot be used. */
export function resultNotes({ discipline, call, span, parent }: ReceivedCall, end: RuledEnd): readonly Draft[] {
  const tool = findTool(discipline, call.truth.tool)?.tool
  const schema = tool?.described?.outputSchema
  const parsed = end.value === undefined || schema === undefined ? undefined : parseJson(end.value)
  if (schema === undefined || parsed?.ok !== true) return []
  const wrong = faultsOf(schema, parsed.value)
  if (wrong === undefined) return []
  const text = `The result of ${tool?.name} is not as its output schema says: ${wrong}`
  return [{ type: 'note.noted', span, parent, level: 'warning', source: 'tool', text }]
}

function faultsOf(schema: JsonObject, value: Json): string | undefined {
  const definitions = jsonAt(schema, '$defs')
  const around: JsonObject = new Map<string, Json>([
    ['type', 'object'],
    ['properties', new Map<string, Json>([[VALUE, schema]])],
    ['required', [VALUE]],
    ...(isJsonObject(definitions) ? [['$defs', definitions] as const] : []),
  ])
  const { errors } = validateArguments('strict', around, new Map([[VALUE, value]]))
  // A schema that cannot be used says nothing of a result.
  const [wrong] = errors.filter(({ path }) => path !== 'arguments')
  return wrong === undefined ? undefined : argumentErrorText(wrong)
}
