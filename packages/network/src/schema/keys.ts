// Short forms for writing key tables.
import type { KeySpec, ValueKind, ValueSpec } from '@slyglass/hocon/language'

type More = Omit<ValueSpec, 'kinds' | 'about'>

const key =
  (...kinds: readonly ValueKind[]) =>
  (name: string, about: string, more: More = {}): KeySpec => ({ key: name, kinds, about, ...more })

export const text = key('text')
export const number = key('number')
export const flag = key('flag')
export const list = key('list')
export const object = key('object')
export const any = key('any')
export const flagOrList = key('list', 'object', 'flag')
export const objectOrText = key('object', 'text')
export const textOrList = key('text', 'list')
export const flagOrText = key('flag', 'text')
export const flagOrObject = key('flag', 'object')
