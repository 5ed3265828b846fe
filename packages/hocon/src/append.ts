// `+=` in both readings.
import { textOfRuntime } from './join-runtime.ts'
import { joinTexts, listOf } from './join-spec.ts'
import type { Layer, Outcome, Written } from './layers.ts'
import { printPath } from './path.ts'
import type { Resolver } from './resolve.ts'
import type { HoconValue } from './value.ts'

/** `x += v` is `x = ${?x} [v]`. */
export function appendForSpec(resolver: Resolver, layer: Layer): Outcome {
  const added = plain(resolver.written(layer.written))
  const before = layer.keyPath === undefined ? undefined : resolver.find(layer.keyPath).value
  const items = before === undefined ? [] : listOf(before)
  if (items === undefined) {
    const kind = before?.kind === 'object' ? 'an object' : 'no list'
    const message = `+= appends to a list, but the value so far is ${kind}`
    resolver.session.error('wrong_type', 'append-to-other', message, before?.origin.place ?? layer.key)
    return undefined
  }
  // Each step copies the list so far.
  if (!resolver.spend(items.length * 2, layer.key)) return undefined
  const all = added === undefined ? items : [...items, added]
  return { kind: 'list', items: all, origin: { place: layer.written.place, via: layer.via } }
}

const plain = (outcome: Outcome): HoconValue | undefined => (outcome === 'gone' ? undefined : outcome)

/** The Python loader looks at how the appended value is written: a list, a text, or anything else. */
export function appendForRuntime(resolver: Resolver, layer: Layer): Outcome {
  const shape = appendedShape(layer.written)
  const added = resolver.written(layer.written)
  const name = layer.keyPath?.join('.') ?? ''
  if (shape === 'other' || added === undefined || added === 'gone') {
    sayDiffers(resolver, layer, `neuro-san reads this += as =, so what ${name} was before is lost`)
    return added
  }
  const before = layer.keyPath === undefined ? undefined : resolver.find(layer.keyPath).value
  sayDiffers(resolver, layer, '+= appends to a list in HOCON, but neuro-san joins the two values here')
  if (before?.kind === 'list' && !resolver.spend(before.items.length * 2, layer.key)) return before
  if (shape === 'list') return appendList(before, added)
  if (before?.kind === 'list') {
    const message = 'neuro-san cannot append a text to a list with +=; write the list with [ ]'
    resolver.session.error('runtime', 'append-text-to-list', message, layer.key)
    return { ...before, items: [...before.items, added] }
  }
  if (before?.kind === 'object') {
    resolver.session.error('runtime', 'append-text-to-object', 'neuro-san cannot append a text to an object', layer.key)
    return added
  }
  const space = { kind: 'string' as const, text: ' ', pieces: [], origin: added.origin }
  const texts = before === undefined ? [space] : [textOfRuntime(before), space]
  return joinTexts(resolver, [...texts, textOfRuntime(added)], layer.written.place)
}

function appendList(before: HoconValue | undefined, added: HoconValue): HoconValue {
  if (before?.kind !== 'list' || added.kind !== 'list') return added
  return { ...added, items: [...before.items, ...added.items] }
}

// `x += v` becomes `x = ${x} v`, which both readings understand.
function sayDiffers(resolver: Resolver, layer: Layer, message: string): void {
  const name = printPath(layer.keyPath ?? [])
  const edits = layer.append === undefined ? [] : [{ ...layer.append, text: `= \${${name}}` }]
  resolver.session.warn('append-differs', message, layer.key, { title: `Write ${name} = \${${name}} …`, edits })
}

function appendedShape(written: Written): 'list' | 'text' | 'other' {
  if (written.kind === 'list') return 'list'
  if (written.kind === 'constant') return written.value.kind === 'string' ? 'text' : 'other'
  if (written.kind !== 'join') return 'other'
  const pieces = written.pieces.map((piece) => piece.written)
  if (pieces.every((piece) => piece.kind === 'list')) return 'list'
  return pieces.every((piece) => piece.kind === 'constant') ? 'text' : 'other'
}
