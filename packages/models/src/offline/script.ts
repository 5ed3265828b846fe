// The script that a network brings for the offline model (`<network>.offline.json`).
import { err, fromJson, isJsonList, type Json, jsonAt, ok, parseJson, type Result } from '@slyglass/base'
import { z } from 'zod'

export interface ScriptCall {
  readonly name: string
  /** Exact: 3.0 in the script is 3.0 in the call. A string is sent as it stands. */
  readonly arguments: Json
}

export interface ScriptAnswer {
  readonly content?: string
  readonly calls: readonly ScriptCall[]
  readonly delayMs: number
}

export interface ScriptRule {
  readonly agent?: string
  readonly user?: RegExp
  readonly userTurns?: number
  readonly toolResults?: number
  readonly tool?: RegExp
  readonly find?: RegExp
  readonly answer: ScriptAnswer
}

export interface OfflineScript {
  readonly usage?: { readonly promptTokens: number; readonly completionTokens: number }
  readonly rules: readonly ScriptRule[]
}

const count = z.int().nonnegative()
const pattern = z.string().refine(isPattern, { error: 'is not a regular expression' })
const ruleSchema = z
  .strictObject({
    agent: z.string(),
    user: pattern,
    user_turns: count,
    tool_results: count,
    tool: pattern,
    find: pattern,
    answer: z
      .strictObject({
        content: z.string(),
        tool_calls: z.array(z.strictObject({ name: z.string().min(1), arguments: z.unknown().optional() })),
        delay_ms: count.max(600_000),
      })
      .partial()
      .refine((answer) => answer.content !== undefined || (answer.tool_calls ?? []).length > 0, {
        error: 'needs "content" or "tool_calls"',
      }),
  })
  .partial()
  .required({ answer: true })
const scriptSchema = z.strictObject({
  usage: z.strictObject({ prompt_tokens: count, completion_tokens: count }).optional(),
  rules: z.array(ruleSchema),
})

type RawRule = z.infer<typeof ruleSchema>

/** Why a script cannot be used, and where: an offset in its text, or else the path of a value. */
export interface ScriptFault {
  readonly message: string
  readonly offset?: number
  readonly path: readonly (string | number)[]
}

/** Reads a script from its JSON text; the error is a sentence for its author. */
export function readOfflineScript(text: string): Result<OfflineScript, ScriptFault> {
  const json = parseJson(text)
  if (!json.ok) return err({ message: `it is no JSON: ${json.error.message}`, offset: json.error.offset, path: [] })
  const checked = scriptSchema.safeParse(fromJson(json.value))
  if (!checked.success) return err(describeIssue(checked.error.issues[0]))
  const { usage, rules } = checked.data
  for (const [index, rule] of rules.entries()) {
    const missing = missingPattern(rule)
    if (missing === undefined) continue
    const message = `rules[${index}]: {{${missing}.…}} needs a pattern "${missing}" in this rule`
    return err({ message, path: ['rules', index] })
  }
  return ok({
    ...(usage && { usage: { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens } }),
    rules: rules.map((rule, index) => toRule(rule, exactCalls(json.value, index))),
  })
}

function toRule(rule: RawRule, exact: readonly Json[]): ScriptRule {
  const { content, tool_calls: calls = [], delay_ms: delayMs = 0 } = rule.answer
  return {
    ...(rule.agent !== undefined && { agent: rule.agent }),
    ...(rule.user !== undefined && { user: new RegExp(rule.user, 's') }),
    ...(rule.user_turns !== undefined && { userTurns: rule.user_turns }),
    ...(rule.tool_results !== undefined && { toolResults: rule.tool_results }),
    ...(rule.tool !== undefined && { tool: new RegExp(rule.tool, 's') }),
    ...(rule.find !== undefined && { find: new RegExp(rule.find, 'gs') }),
    answer: {
      ...(content !== undefined && { content }),
      calls: calls.map(({ name }, at) => ({ name, arguments: jsonAt(exact[at], 'arguments') ?? new Map() })),
      delayMs,
    },
  }
}

function exactCalls(script: Json, index: number): readonly Json[] {
  const rules = jsonAt(script, 'rules')
  const calls = isJsonList(rules) ? jsonAt(rules[index], 'answer', 'tool_calls') : undefined
  return isJsonList(calls) ? calls : []
}

function missingPattern(rule: RawRule): 'user' | 'tool' | 'find' | undefined {
  const text = JSON.stringify(rule.answer)
  return (['user', 'tool', 'find'] as const).find(
    (name) => rule[name] === undefined && new RegExp(`\\{\\{${name}\\.\\d+\\}\\}`).test(text),
  )
}

function isPattern(source: string): boolean {
  try {
    new RegExp(source, 's')
    return true
  } catch {
    return false
  }
}

function describeIssue(issue: z.core.$ZodIssue | undefined): ScriptFault {
  if (issue === undefined) return { message: 'it does not have the form of a script', path: [] }
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)))
  const shown = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('')
  return { message: `${shown.replace(/^\./, '') || 'the script'}: ${issue.message}`, path }
}
