import { ContextUpdate } from '../define/context-update.ts'
import { freezeDeep } from '../define/run-tool.ts'
import type { ToolContext } from '../define/tool-context.ts'

/** A context for tests; whatever is not given is empty. */
export function testContext(given: Partial<ToolContext> = {}): ToolContext {
  return {
    slyData: {},
    deps: {},
    conversationHistory: [],
    requestId: 'req_test',
    timestamp: new Date(0),
    retry: 0,
    usage: { requests: 0, toolCalls: 0, inputTokens: 0, outputTokens: 0 },
    runId: 'run_test',
    callId: 'call_test',
    agentPath: ['test'],
    state: {},
    codeMode: false,
    tape: { append: () => undefined },
    env: {},
    signal: new AbortController().signal,
    update: new ContextUpdate(),
    callTool: async (name) => ({ ok: false, error: `Tool not found: ${name}` }),
    progress: () => undefined,
    emit: () => undefined,
    ...given,
    ...(given.deps !== undefined && { deps: freezeDeep(given.deps) }),
  }
}
