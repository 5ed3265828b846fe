// Tools that a tool under test may call, with the texts that it would read in a session.
import { fromJson } from '@slyglass/base'
import { runTool } from '../define/run-tool.ts'
import type { ToolContext } from '../define/tool-context.ts'
import type { ToolDefinition } from '../define/tool-definition.ts'
import { exceptionText, returnedErrorText, toolNotFoundText } from '../errors/error-texts.ts'
import { testContext } from './test-context.ts'

/** `callTool` over some tools, which may call each other. Each call is made once; `given` is the context of all. */
export function callTools(tools: readonly ToolDefinition[], given: Partial<ToolContext> = {}): ToolContext['callTool'] {
  const callTool: ToolContext['callTool'] = async (name, args) => {
    const tool = tools.find((one) => one.name === name || one.runtimeName === name)
    if (tool === undefined) return { ok: false, error: toolNotFoundText(name) }
    try {
      const told = await runTool(tool, { ...args }, testContext({ callTool, ...given }))
      if (!told.ok) return { ok: false, error: returnedErrorText(tool.name, told.reason) }
      return { ok: true, text: told.text, value: fromJson(told.value) }
    } catch (fault) {
      const [message, cause] = fault instanceof Error ? [fault.message, String(fault)] : [String(fault), String(fault)]
      return { ok: false, error: exceptionText(tool.name, message, 1, cause) }
    }
  }
  return callTool
}
