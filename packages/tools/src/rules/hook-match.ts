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
  const parts = pattern.trim().toLowerCase().split('*')
  return (name) => fits(parts, name.toLowerCase())
}

/** Each part as early as it can be. A regular expression of many stars could take for ever over a name that a model made up. */
function fits(parts: readonly string[], name: string): boolean {
  const [first = '', ...rest] = parts
  const last = rest.pop()
  if (last === undefined) return name === first
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last)) return false
  let at = first.length
  for (const part of rest) {
    const found = name.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= name.length - last.length
}
