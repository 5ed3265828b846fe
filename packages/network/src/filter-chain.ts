// What neuro-san does to a network after reading it: value replacement, string replacement, defaults, name correction.
import { type HoconObject, type HoconValue, valueAt } from '@slyglass/hocon'
import { applyCommondefs } from './commondefs.ts'
import { correctNames } from './correct-names.ts'
import { applyDefaults, defaultsOf, withField } from './defaults.ts'
import { Growth } from './growth.ts'
import type { OverlayFailure } from './overlay.ts'

/** A network after the chain. */
export interface Filtered {
  readonly root: HoconValue
  readonly tools: HoconValue | undefined
  readonly failures: readonly OverlayFailure[]
  /** Where the network became too large; from there on nothing was replaced or filled in. */
  readonly tooLarge?: HoconValue
}

/** Applies the chain. Only the list of tools is touched. */
export function applyFilterChain(root: HoconValue): Filtered {
  const written = valueAt(root, 'tools')
  if (root.kind !== 'object' || written === undefined) return { root, tools: written, failures: [] }
  const growth = new Growth()
  const replaced = applyCommondefs(root, written, growth)
  if (replaced.kind !== 'list')
    return { root: withTools(root, replaced), tools: replaced, failures: [], ...overOf(growth) }
  const defaults = defaultsOf(root).reduce((sum, value) => sum + growth.sizeOf(value), 0)
  const failures: OverlayFailure[] = []
  const filled = replaced.items.map((entry, index) => {
    if (entry.kind !== 'object' || !growth.spend(defaults, entry)) return entry
    const merged = applyDefaults(root, entry, index === 0)
    if (!merged.ok) failures.push(merged.error)
    return merged.ok ? merged.value : entry
  })
  const tools: HoconValue = { ...replaced, items: correctNames(filled) }
  return { root: withTools(root, tools), tools, failures, ...overOf(growth) }
}

function overOf({ over }: Growth): Pick<Filtered, 'tooLarge'> {
  return over === undefined ? {} : { tooLarge: over }
}

function withTools(root: HoconObject, tools: HoconValue): HoconObject {
  return withField(root, 'tools', { value: tools, keys: root.fields.get('tools')?.keys ?? [] })
}
