// Slots of allow lists that an optional substitution left empty: nothing passes by them, and people see that they are there.
import type { HoconObject } from '@slyglass/hocon'
import type { OptionalKey } from './model.ts'
import { partOf } from './say.ts'

/** The rules over private values whose lists may hold such slots. */
const RULES = ['sly_data', 'to_downstream.sly_data', 'from_downstream.sly_data', 'to_upstream.sly_data']

export function optionalKeys(entry: HoconObject, texts: Readonly<Record<string, string>>): readonly OptionalKey[] {
  return RULES.flatMap((rule) => {
    const list = partOf(entry, 'allow', ...rule.split('.'))
    if (list?.kind !== 'list') return []
    return list.items.flatMap(({ kind, origin }) => {
      const { doc, from, to } = origin.place
      const written = kind === 'null' && Object.hasOwn(texts, doc) ? texts[doc]?.slice(from, to) : undefined
      const name = /^\$\{\?\s*([^}]*?)\s*\}$/.exec(written ?? '')?.[1]
      return name === undefined ? [] : [{ rule, name }]
    })
  })
}
