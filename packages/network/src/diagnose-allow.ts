// Rules of `allow` that do not do what they seem to do.
import type { HoconValue } from '@slyglass/hocon'
import type { Diagnostic } from './model.ts'
import type { EntrySource } from './network-source.ts'
import { partOf, say } from './say.ts'

/** The places of rules over private values, and whether only the front man's count. */
const RULES: readonly (readonly [path: readonly string[], frontManOnly: boolean])[] = [
  [['sly_data'], false],
  [['to_downstream', 'sly_data'], false],
  [['from_downstream', 'sly_data'], false],
  [['to_upstream', 'sly_data'], true],
  [['to_tracing', 'sly_data'], false],
]

export function diagnoseAllow(source: EntrySource): readonly Diagnostic[] {
  const { value, entry } = source
  const allow = partOf(value, 'allow')
  if (allow === undefined) return []
  if (allow.kind !== 'object')
    return [say('warning', 'bad-allow', 'allow must be an object; nothing passes', allow.origin.place, entry.name)]
  return RULES.flatMap(([path, frontManOnly]) => {
    const rule = partOf(allow, ...path)
    if (rule === undefined) return []
    const name = `allow.${path.join('.')}`
    if (frontManOnly && !entry.isFrontMan) {
      const message = `${name} counts on the front man only; here it does nothing`
      return [say('hint', 'allow-ignored', message, rule.origin.place, entry.name)]
    }
    return diagnoseRule(name, rule, entry.name)
  })
}

function diagnoseRule(name: string, rule: HoconValue, entry: string): readonly Diagnostic[] {
  if (rule.kind === 'boolean') return []
  if (rule.kind === 'list') return diagnoseItems(name, rule.items, entry)
  if (rule.kind === 'object') return diagnoseVerdicts(name, rule, entry)
  const message = `${name} must be true, false, a list of keys, or keys with true, false or a new name; so nothing passes`
  return [say('warning', 'bad-allow', message, rule.origin.place, entry)]
}

function diagnoseItems(name: string, items: readonly HoconValue[], entry: string): readonly Diagnostic[] {
  return items
    .filter((item) => item.kind !== 'string')
    .map((item) =>
      say('warning', 'bad-allow', `${name} lists key names; this item lets nothing pass`, item.origin.place, entry),
    )
}

function diagnoseVerdicts(name: string, rule: HoconValue & { kind: 'object' }, entry: string): readonly Diagnostic[] {
  return [...rule.fields]
    .filter(([, { value }]) => value.kind !== 'string' && value.kind !== 'boolean')
    .map(([key, { value }]) => {
      const message = `${name}.${key} must be true, false or a new name; the key does not pass`
      return say('warning', 'bad-allow', message, value.origin.place, entry)
    })
}
