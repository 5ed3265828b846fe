import { ContextUpdate } from '../define/context-update.ts'
import { freezeDeep } from '../define/run-tool.ts'
import type { ToolContext } from '../define/tool-context.ts'
import { memoryEnvironment } from './memory/memory-environment.ts'

/** A context for tests; whatever is not given is empty, and its environment is in memory. */
export function testContext(given: Partial<ToolContext> = {}): ToolContext {
  const memory = memoryEnvironment()
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
    environment: async () => memory,
    progress: () => undefined,
    emit: () => undefined,
    ...given,
    ...(given.deps !== undefined && { deps: freezeDeep(given.deps) }),
  }
}
