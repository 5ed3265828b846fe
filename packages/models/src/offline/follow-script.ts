// Which rule of a script answers, and its answer with the placeholders filled in.
import { isJsonList, isJsonObject, type Json, JsonNumber, parseJson, printJson } from '@slyglass/base'
import type { Conversation } from './conversation.ts'
import type { OfflineScript, ScriptRule } from './script.ts'

export interface OfflineAnswer {
  readonly content?: string
  readonly calls: readonly { readonly name: string; readonly args: string }[]
  readonly delayMs: number
}

/** The pieces that `{{user}}`, `{{tool.1}}` and so on stand for. */
interface Captures {
  readonly user: readonly string[]
  readonly tool: readonly string[]
  readonly find: readonly string[]
}

const PLACEHOLDER = /\{\{(user|tool|find)(?:\.(\d+))?\}\}/g
const LONE_PLACEHOLDER = /^\{\{(?:user|tool|find)(?:\.\d+)?\}\}$/

/** The answer of the first rule whose conditions all hold. */
export function followScript(script: OfflineScript, agent: string, talk: Conversation): OfflineAnswer | undefined {
  for (const rule of script.rules) {
    const captures = matchRule(rule, agent, talk)
    if (captures !== undefined) return fillAnswer(rule, captures)
  }
  return undefined
}

function matchRule(rule: ScriptRule, agent: string, talk: Conversation): Captures | undefined {
  if (rule.agent !== undefined && rule.agent !== agent) return undefined
  if (rule.userTurns !== undefined && rule.userTurns !== talk.userTurns) return undefined
  if (rule.toolResults !== undefined && rule.toolResults !== talk.results.length) return undefined
  const tool = talk.results.at(-1)?.text
  const user = capture(rule.user, talk.user)
  const result = tool === undefined && rule.tool !== undefined ? undefined : capture(rule.tool, tool ?? '')
  const find = rule.find === undefined ? [''] : [...talk.text.matchAll(rule.find)].at(-1)
  if (user === undefined || result === undefined || find === undefined) return undefined
  return { user: [talk.user, ...user.slice(1)], tool: [tool ?? '', ...result.slice(1)], find }
}

function capture(pattern: RegExp | undefined, text: string): readonly string[] | undefined {
  return pattern === undefined ? [text] : (pattern.exec(text) ?? undefined)
}

function fillAnswer({ answer }: ScriptRule, captures: Captures): OfflineAnswer {
  return {
    ...(answer.content !== undefined && { content: fillText(answer.content, captures) }),
    calls: answer.calls.map((call) => ({ name: call.name, args: fillArguments(call.arguments, captures) })),
    delayMs: answer.delayMs,
  }
}

function fillArguments(args: Json, captures: Captures): string {
  return typeof args === 'string' ? fillText(args, captures) : printJson(fillJson(args, captures))
}

function fillJson(value: Json, captures: Captures): Json {
  if (typeof value === 'string') return fillString(value, captures)
  if (isJsonList(value)) return value.map((part) => fillJson(part, captures))
  if (!isJsonObject(value)) return value
  return new Map([...value].map(([key, part]) => [key, fillJson(part, captures)]))
}

/** A string that is one placeholder takes over a number, true or false as such, digits unchanged. */
function fillString(text: string, captures: Captures): Json {
  const filled = fillText(text, captures)
  if (!LONE_PLACEHOLDER.test(text)) return filled
  const literal = parseJson(filled)
  return literal.ok && (literal.value instanceof JsonNumber || typeof literal.value === 'boolean')
    ? literal.value
    : filled
}

function fillText(text: string, captures: Captures): string {
  return text.replace(PLACEHOLDER, (_, name: keyof Captures, group: string | undefined) => {
    return captures[name][Number(group ?? 0)] ?? ''
  })
}
