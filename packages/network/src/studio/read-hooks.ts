import { isJsonList, isJsonObject, type Json, type JsonObject } from '@slyglass/base'
import type { HookEvent, HookRule } from './model.ts'
import { flagAt, numberAt, oneOf, textAt, textsAt } from './values.ts'

const HOOK_EVENTS: readonly HookEvent[] = [
  'session_start',
  'pre_request',
  'post_response',
  'pre_tool_use',
  'post_tool_use',
  'session_end',
]

/** Hooks in the order in which they run: by priority, of equal ones the first written. */
export function readHooks(json: Json | undefined): readonly HookRule[] {
  if (!isJsonList(json)) return []
  const read = json.filter(isJsonObject).flatMap(readHook)
  const names = new Map<string, number>()
  const named = read.map((hook) => {
    const before = names.get(hook.name) ?? 0
    names.set(hook.name, before + 1)
    return before === 0 ? hook : { ...hook, name: `${hook.name}-${before + 1}` }
  })
  return named
    .map((hook, index) => ({ hook, index }))
    .sort(byPriority)
    .map(({ hook }) => hook)
}

interface Placed {
  readonly hook: HookRule
  readonly index: number
}

const byPriority = (a: Placed, b: Placed): number => a.hook.priority - b.hook.priority || a.index - b.index

function readHook(json: JsonObject): readonly HookRule[] {
  const event = oneOf(json.get('event'), HOOK_EVENTS)
  const [run, command, match] = [textAt(json, 'run'), textsAt(json, 'command'), textAt(json, 'match')]
  if (event === undefined || (run === undefined && command === undefined)) return []
  const name = textAt(json, 'name') ?? run?.split('#').at(-1) ?? command?.[0] ?? event
  return [
    {
      event,
      name,
      ...(run !== undefined && { run }),
      ...(command !== undefined && { command }),
      ...(match !== undefined && { match }),
      priority: numberAt(json, 'priority', Number.NEGATIVE_INFINITY) ?? 100,
      failClosed: flagAt(json, 'fail_closed') ?? false,
      observeDenied: flagAt(json, 'observe_denied') ?? false,
      timeoutMs: numberAt(json, 'timeout_ms', 1) ?? 10_000,
    },
  ]
}
