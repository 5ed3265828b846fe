// What a model is told of the tools that its code may call: declarations in the code's own language.
import type { Json, JsonObject } from '@slyglass/base'
import type { StubLanguage } from './code-identifier.ts'
import { CodeTypes, pascal, type TypedTool } from './code-types.ts'
import { javaScriptStub } from './javascript-stub.ts'
import { pythonStub } from './python-stub.ts'

/** A tool as its declaration is made. */
export interface StubTool {
  readonly identifier: string
  readonly description: string
  readonly parameters: JsonObject
  readonly outputSchema?: Json
}

/** The text of a stub; the same tools give the same text. */
export function codeStub(language: StubLanguage, tools: readonly StubTool[]): string {
  const types = new CodeTypes()
  const typed = tools.map(({ identifier, description, parameters, outputSchema }): TypedTool => {
    const hint = pascal(identifier)
    const fields = types.fields(parameters, hint)
    return { identifier, description: description.trim(), fields, result: types.read(outputSchema, `${hint}Result`) }
  })
  const stub = { declarations: types.declarations, tools: typed }
  return language === 'python' ? pythonStub(stub) : javaScriptStub(stub)
}
