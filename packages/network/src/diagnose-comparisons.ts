// `less` and `greater` of a test mean the opposite of what neuro-san's documents say; its driver decides, and so does this one.
import type { HoconValue } from '@slyglass/hocon'
import type { Diagnostic } from './model.ts'
import { say } from './say.ts'

const MEANING: ReadonlyMap<string, string> = new Map([
  ['less', 'it passes when this is less than what came'],
  ['greater', 'it passes when this is greater than what came'],
  ['not_less', 'it fails when this is less than what came'],
  ['not_greater', 'it fails when this is greater than what came'],
])

/** Every comparison below the responses of a test, with what it does. */
export function diagnoseComparisons(root: HoconValue): readonly Diagnostic[] {
  const interactions = root.kind === 'object' ? root.fields.get('interactions')?.value : undefined
  if (interactions?.kind !== 'list') return []
  const responses = interactions.items.flatMap((turn) =>
    turn.kind === 'object' ? (turn.fields.get('response') ?? []) : [],
  )
  return responses.flatMap(({ value }) => comparisonsIn(value))
}

function comparisonsIn(value: HoconValue): readonly Diagnostic[] {
  if (value.kind === 'list') return value.items.flatMap(comparisonsIn)
  if (value.kind !== 'object') return []
  return [...value.fields].flatMap(([key, field]): readonly Diagnostic[] => {
    const meaning = MEANING.get(key)
    if (meaning === undefined || field.value.kind === 'object') return comparisonsIn(field.value)
    const at = field.keys.at(-1) ?? field.value.origin.place
    const message = `${key} looks from this value: ${meaning}. neuro-san does the same, against its documents.`
    return [say('warning', 'reversed-comparison', message, at)]
  })
}
