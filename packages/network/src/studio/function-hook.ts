import type { HookEvent, HookRule } from './model.ts'

/** How a function of the project that chooses something is asked: as a hook that has ten seconds, and whose silence is a failure. */
export function functionHook(event: HookEvent, name: string, run: string): HookRule {
  return { event, name, run, priority: 0, failClosed: true, observeDenied: false, timeoutMs: 10_000 }
}
