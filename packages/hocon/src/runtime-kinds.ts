// What the Python loader refuses about the kinds of several definitions of one key in the same braces.
import { isDynamic, type Layer, type Slot } from './layers.ts'
import type { Resolver } from './resolve.ts'

type Kind = 'object' | 'list' | 'scalar' | 'none'

/** Says where two neighbouring definitions of a key cannot stand in the same braces. */
export function checkRuntimeKinds(resolver: Resolver, slot: Slot): void {
  if (slot.layers.length < 2) return
  checkAppend(resolver, slot)
  const from = lowestEvaluated(slot)
  for (let at = 1; at < slot.layers.length; at += 1) {
    const [lower, upper] = [slot.layers[at - 1] as Layer, slot.layers[at] as Layer]
    if (lower.braces !== upper.braces || lower.append !== undefined || upper.append !== undefined) continue
    if (at - 1 < from && (isDynamic(lower.written) || isDynamic(upper.written))) continue
    if (clashes(resolver, lower, upper)) {
      const message = `neuro-san cannot read two kinds of value for ${slot.name} in the same braces`
      resolver.session.error('runtime', 'mixed-definitions', message, upper.key)
    }
  }
}

// Definitions below a literal that is no object are never evaluated.
function lowestEvaluated(slot: Slot): number {
  return slot.layers.findLastIndex((layer) => layer.written.kind !== 'object' && !isDynamic(layer.written))
}

function clashes(resolver: Resolver, lower: Layer, upper: Layer): boolean {
  if (upper.written.kind === 'object') {
    const below = kindOf(resolver, lower)
    return below === 'scalar' || (below === 'list' && (upper.dotted || isDynamic(lower.written)))
  }
  if (!isDynamic(upper.written) || kindOf(resolver, lower) !== 'object') return false
  const above = kindOf(resolver, upper)
  return above === 'scalar' || above === 'list'
}

function kindOf(resolver: Resolver, layer: Layer): Kind {
  if (layer.written.kind === 'object') return 'object'
  if (layer.written.kind === 'list') return 'list'
  if (layer.running) return 'none'
  const value = resolver.layer(layer)
  if (value === undefined || value === 'gone' || value.kind === 'null') return 'none'
  return value.kind === 'object' || value.kind === 'list' ? value.kind : 'scalar'
}

function checkAppend(resolver: Resolver, slot: Slot): void {
  const [first, second] = [slot.layers[0] as Layer, slot.layers[1] as Layer]
  if (second.append === undefined) return
  const isText = second.written.kind !== 'object' && second.written.kind !== 'substitution'
  const odd = first.append !== undefined || first.written.kind === 'substitution'
  if (!isText || !odd || (second.written.kind === 'constant' && second.written.value.kind !== 'string')) return
  const message = `neuro-san cannot append to ${slot.name}, whose only earlier value is a substitution or another +=`
  resolver.session.error('runtime', 'append-unreadable', message, second.key)
}
