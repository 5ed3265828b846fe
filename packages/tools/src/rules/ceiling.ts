// The longest that any call of a batch may take, whatever the tools themselves do.

/** What a ceiling is counted from. */
export interface TimedTool {
  readonly timeoutMs: number | null
  readonly retries: number
}

/** What a network says about calls that run together. */
export interface CeilingRules {
  readonly defaultTimeoutMs: number
  readonly headroomMs: number
}

/** The largest that one of the calls may need; a tool without a timeout, or one that is not known (undefined), needs the default. */
export function batchCeiling(tools: readonly (TimedTool | undefined)[], rules: CeilingRules): number {
  const needs = tools.map((tool) => {
    if (tool?.timeoutMs === undefined || tool.timeoutMs === null || tool.timeoutMs <= 0) return rules.defaultTimeoutMs
    return tool.timeoutMs * (tool.retries + 1) + rules.headroomMs
  })
  return Math.max(...needs, 0) || rules.defaultTimeoutMs
}
