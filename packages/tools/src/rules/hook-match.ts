import type { HookEvent, HookRule } from '@slyglass/network'

/** The hooks of an event that look at a tool, in the order in which they run. */
export function hooksFor(hooks: readonly HookRule[], event: HookEvent, names: readonly string[]): readonly HookRule[] {
  return hooks.filter((hook) => hook.event === event && (hook.match === undefined || names.some(matches(hook.match))))
}

/** Whether a name fits, in any letter case: `*` stands for any part; between slashes it is a regular expression as written. */
export function matches(pattern: string): (name: string) => boolean {
  const expression = /^\/(.*)\/(i?)$/s.exec(pattern)
  if (expression !== null) {
    const [, source = '', flags = ''] = expression
    try {
      const compiled = new RegExp(source, flags)
      return (name) => compiled.test(name)
    } catch {
      return () => false
    }
  }
  const parts = pattern
    .trim()
    .split('*')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const compiled = new RegExp(`^${parts.join('.*')}$`, 'si')
  return (name) => compiled.test(name)
}
