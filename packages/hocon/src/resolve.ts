// Layers to values. Substitutions look from the root; one that meets its own field looks at the layers below.

import { appendForRuntime, appendForSpec } from './append.ts'
import type { Place } from './diagnostic.ts'
import { joinForRuntime } from './join-runtime.ts'
import { joinForSpec } from './join-spec.ts'
import {
  type Fold,
  isDynamic,
  type Layer,
  type Link,
  type Outcome,
  type Slot,
  type Struct,
  type Written,
} from './layers.ts'
import { type Path, printPath } from './path.ts'
import { checkRuntimeKinds } from './runtime-kinds.ts'
import type { Session } from './session.ts'
import { expandedSize } from './size.ts'
import { type HoconField, type HoconObject, type HoconValue, mergeValues, through, valueAt } from './value.ts'

const MAX_DEPTH = 600
/** A substitution takes more of the stack than a bracket. */
const LINK_DEPTH = 3
const MAX_SIZE = 32_000_000

/** What looking up a path gives. `blocked` says that a definition in progress was passed over. */
export interface Found {
  readonly value: HoconValue | undefined
  readonly blocked: boolean
  /** Nothing below may add to the value. */
  readonly final: boolean
  /** The path leads through something that is no object. */
  readonly scalarOnWay?: boolean
}

/** Unwinds to the innermost optional substitution when a value needs itself. */
class CycleSignal {
  readonly long: boolean
  constructor(long: boolean) {
    this.long = long
  }
}

const NOTHING: Found = { value: undefined, blocked: false, final: false }

export class Resolver {
  readonly session: Session
  readonly root: Struct
  #depth = 0
  #optional = 0
  #spent = 0
  readonly #running: Layer[] = []
  readonly #links: Link[] = []

  constructor(session: Session, root: Struct) {
    this.session = session
    this.root = root
  }

  /** All fields of an object literal. */
  object(struct: Struct, place: Place = struct.place): HoconObject {
    const fields = new Map<string, HoconField>()
    for (const [name, slot] of struct.slots) {
      const value = this.slot(slot, slot.layers.length)
      if (value !== undefined && value !== 'gone') fields.set(name, { value, keys: slot.keys })
    }
    return { kind: 'object', fields, origin: { place, via: [] } }
  }

  /** The value of a field's first `count` definitions. */
  slot(slot: Slot, count: number): Outcome {
    if (this.session.runtime && !slot.checked) {
      slot.checked = true
      checkRuntimeKinds(this, slot)
    }
    if (count === 1) return this.layer(slot.layers[0] as Layer)
    const known = slot.folds[count]
    if (known !== undefined) return known.value
    const fold = this.#fold(slot, count)
    slot.folds[count] = fold
    return fold.value
  }

  // From the lowest definition that counts upwards: a literal that is no object hides all below it.
  // What fewer definitions come to is kept, because a field that is built on itself asks for it again and again.
  #fold(slot: Slot, count: number): Fold {
    let start = count - 1
    while (start > 0 && !hidesBelow(slot.layers[start] as Layer) && slot.folds[start] === undefined) start -= 1
    const hides = start >= 0 && slot.layers[start] !== undefined && hidesBelow(slot.layers[start] as Layer)
    const known = hides ? undefined : slot.folds[start]
    let fold: Fold = known ?? { value: undefined, plain: undefined, unset: 0 }
    for (let index = Math.max(0, start); index < count; index += 1) {
      const layer = slot.layers[index] as Layer
      fold = this.#folded(fold, layer, this.layer(layer))
    }
    const { plain, unset } = fold
    if (unset < 2 || !this.session.runtime || (typeof plain === 'object' && plain.kind === 'object')) return fold
    return { ...fold, value: this.#twoUnset((slot.layers[count - 1] as Layer).written.place) }
  }

  #folded({ plain, unset }: Fold, { written }: Layer, own: Outcome): Fold {
    let value = plain
    if (own === 'gone' || plain === 'gone') value = own ?? plain
    else if (own !== undefined) value = mergeValues(plain, own)
    return { value, plain: value, unset: own === undefined && isDynamic(written) ? unset + 1 : 0 }
  }

  // Two or more unset optional substitutions on top of each other are null to the Python loader.
  #twoUnset(place: Place): HoconValue {
    const message = 'two unset substitutions in a row are null in neuro-san; use one variable for each default'
    this.session.warn('two-unset', message, place)
    return { kind: 'null', origin: { place, via: [] } }
  }

  /** What one definition comes to; kept, so that it is worked out once. */
  layer(layer: Layer): Outcome {
    if (layer.written.kind === 'constant' && layer.append === undefined) return layer.written.value
    if (layer.result !== undefined) return layer.result.value
    if (layer.running) return this.#cycle(layer)
    layer.running = true
    this.#running.push(layer)
    try {
      const value = this.#evaluateLayer(layer)
      layer.result = { value }
      return value
    } finally {
      layer.running = false
      this.#running.pop()
    }
  }

  #evaluateLayer(layer: Layer): Outcome {
    if (layer.append === undefined) return this.written(layer.written)
    return this.session.runtime ? appendForRuntime(this, layer) : appendForSpec(this, layer)
  }

  /** What a written value comes to. */
  written(written: Written): Outcome {
    if (written.kind === 'constant') return written.value
    this.#depth += 1
    try {
      if (this.#depth > MAX_DEPTH)
        return this.#give('too-deep', 'values depend on each other too deeply', written.place)
      switch (written.kind) {
        case 'object':
          return this.object(written.struct, written.place)
        case 'list':
          return this.#list(written)
        case 'substitution':
          return this.#direct(written.link)
        case 'join':
          return this.session.runtime ? joinForRuntime(this, written) : joinForSpec(this, written)
      }
    } finally {
      this.#depth -= 1
    }
  }

  #list(written: Extract<Written, { kind: 'list' }>): HoconValue {
    const items: HoconValue[] = []
    for (const item of written.items) {
      const value = this.written(item)
      if (value !== undefined && value !== 'gone') items.push(value)
      else if (this.session.runtime) {
        if (value === undefined)
          this.session.warn('null-element', 'an unset substitution in a list is null in neuro-san', item.place)
        items.push({ kind: 'null', origin: { place: item.place, via: [] } })
      }
    }
    return { kind: 'list', items, origin: { place: written.place, via: [] } }
  }

  // A field whose whole value is one substitution: the Python loader drops it when that is null.
  #direct(link: Link): Outcome {
    const value = this.link(link)
    if (!this.session.runtime || value?.kind !== 'null') return value
    this.session.warn('null-substituted', 'neuro-san drops a key whose substituted value is null', link.place)
    return 'gone'
  }

  /** The value of a substitution; undefined when there is none. */
  link(link: Link): HoconValue | undefined {
    const value = link.optional ? this.#optionalLink(link) : this.#lookUp(link)
    if (value === undefined || !this.spend(expandedSize(value), link.place)) return undefined
    return through(value, { kind: 'substitution', at: link.place, path: link.name.trim() })
  }

  #optionalLink(link: Link): HoconValue | undefined {
    this.#optional += 1
    try {
      return this.#lookUp(link)
    } catch (signal) {
      if (!(signal instanceof CycleSignal)) throw signal
      if (signal.long && this.session.runtime)
        this.session.error(
          'runtime',
          'optional-cycle',
          'neuro-san cannot resolve this cycle of substitutions',
          link.place,
        )
      return undefined
    } finally {
      this.#optional -= 1
    }
  }

  #lookUp(link: Link): HoconValue | undefined {
    this.#links.push(link)
    this.#depth += LINK_DEPTH
    try {
      const usable = link.path !== undefined && !(this.session.runtime && link.name !== link.name.trim())
      const found = usable ? this.#search(link, link.path as Path) : NOTHING
      if (found.value !== undefined) return found.value
      return this.#notFound(link, found, usable)
    } finally {
      this.#depth -= LINK_DEPTH
      this.#links.pop()
    }
  }

  #search(link: Link, path: Path): Found {
    const rebased = link.base.length === 0 ? undefined : [...link.base, ...path]
    if (this.session.runtime || rebased === undefined) return this.find(path)
    const found = this.find(rebased)
    return found.value !== undefined || found.blocked ? found : this.find(path)
  }

  #notFound(link: Link, found: Found, usable: boolean): HoconValue | undefined {
    const { session } = this
    if (found.blocked && !session.runtime) return this.#cycle(undefined)
    const env = session.options.env?.(link.name.trim())
    if (env !== undefined && usable) return envValue(link, env)
    if (session.runtime && usable && link.base.length > 0) {
      const rebased = this.find([...link.base, ...(link.path as Path)])
      if (rebased.value !== undefined) {
        const message = `neuro-san looks for ${link.name} from the root only, where it is not`
        session.error('runtime', 'rebased-substitution', message, link.place)
        return rebased.value
      }
    }
    if (found.blocked) return this.#cycle(undefined)
    if (link.optional) {
      if (found.scalarOnWay && session.runtime)
        session.error(
          'runtime',
          'path-through-scalar',
          `neuro-san cannot look into a value that is no object`,
          link.place,
        )
      return undefined
    }
    if (link.path !== undefined || session.runtime) {
      const where = link.base.length > 0 ? ` (also not as ${printPath([...link.base, link.name])})` : ''
      session.error('unresolved', 'unresolved-substitution', `\${${link.name}} names nothing${where}`, link.place)
    }
    return undefined
  }

  /** The value at a path from the root, seen from what is being worked out now. */
  find(path: Path): Found {
    return this.#find(this.root, path, 0)
  }

  #find(struct: Struct, path: Path, index: number): Found {
    const slot = struct.slots.get(path[index] as string)
    if (slot === undefined) return NOTHING
    if (index === path.length - 1) return this.#last(slot)
    return this.#inside(slot, path, index)
  }

  #last(slot: Slot): Found {
    const running = slot.layers.findIndex((layer) => layer.running)
    const value = this.slot(slot, running === -1 ? slot.layers.length : running)
    const plain = value === 'gone' ? undefined : value
    return { value: plain, blocked: running !== -1, final: plain !== undefined && plain.kind !== 'object' }
  }

  #inside(slot: Slot, path: Path, index: number): Found {
    let value: HoconValue | undefined
    let blocked = false
    for (let at = slot.layers.length - 1; at >= 0; at -= 1) {
      const layer = slot.layers[at] as Layer
      let found: Found
      if (layer.written.kind === 'object' && layer.append === undefined)
        found = this.#find(layer.written.struct, path, index + 1)
      else if (layer.running) found = { value: undefined, blocked: true, final: false }
      else found = this.#within(layer, path.slice(index + 1))
      if (found.blocked) [value, blocked] = [found.value, true]
      else if (found.value !== undefined) value = value === undefined ? found.value : mergeValues(found.value, value)
      if (found.final) return { ...found, value, blocked }
    }
    return { value, blocked, final: false }
  }

  #within(layer: Layer, rest: Path): Found {
    const value = this.layer(layer)
    if (value === undefined) return NOTHING
    if (value === 'gone') return { ...NOTHING, final: true }
    if (value.kind !== 'object') return { ...NOTHING, final: true, scalarOnWay: true }
    const inner = valueAt(value, ...rest)
    return { value: inner, blocked: false, final: inner !== undefined && inner.kind !== 'object' }
  }

  /** A value needs itself: an optional substitution on the way gives up, otherwise it is an error. */
  #cycle(target: Layer | undefined): undefined {
    const link = this.#links.at(-1)
    const dynamic = this.#running.filter((layer) => isDynamic(layer.written))
    const long = dynamic.length > 1 && target === undefined && this.#targetIsOther(dynamic)
    if (this.#optional > 0) throw new CycleSignal(long)
    const place = link?.place ?? target?.written.place
    if (place !== undefined && link !== undefined)
      this.session.error('cycle', 'substitution-cycle', `\${${link.name}} needs its own value: ${this.#way()}`, place)
    return undefined
  }

  #targetIsOther(dynamic: readonly Layer[]): boolean {
    const path = this.#links.at(-1)?.path
    const top = dynamic.at(-1)
    if (path === undefined || top === undefined) return false
    const name = path.at(-1)
    return !(top.keyPath?.at(-1) === name)
  }

  #way(): string {
    return this.#links.map((link) => link.name.trim()).join(' → ')
  }

  #give(code: string, message: string, place: Place): undefined {
    this.session.error('bad_value', code, message, place)
    return undefined
  }

  /** Counts characters and values that were made; false when there are too many. */
  spend(amount: number, place: Place): boolean {
    const before = this.#spent
    this.#spent += amount
    if (this.#spent <= MAX_SIZE) return true
    if (before <= MAX_SIZE)
      this.#give('too-large', 'the evaluated document would be larger than 32 million characters', place)
    return false
  }
}

/** A definition below which nothing counts. */
function hidesBelow({ written, append }: Layer): boolean {
  return append === undefined && written.kind !== 'object' && !isDynamic(written)
}

function envValue(link: Link, text: string): HoconValue {
  const at = link.place
  const via = [{ kind: 'env' as const, at, name: link.name.trim() }]
  const pieces = [{ from: 0, to: text.length, place: at, written: 'env' as const, exact: false, via }]
  return { kind: 'string', text, pieces, origin: { place: at, via } }
}
