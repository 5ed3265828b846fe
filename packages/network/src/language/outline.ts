// The outline of a network: entries by name, with what they are.
import { type OutlineItem, outlineOf as outlineOfText } from '@slyglass/hocon/language'
import type { EntryKind } from '../model.ts'
import type { NetworkView } from './view.ts'

export interface NetworkOutlineItem extends Omit<OutlineItem, 'children'> {
  /** What kind of entry it is, and whether it is the front man. */
  readonly entry?: EntryKind | 'front-man'
  readonly children: readonly NetworkOutlineItem[]
}

export function outlineOf(view: NetworkView, doc: string): readonly NetworkOutlineItem[] {
  const entries = view.source.network.entries.filter(({ nameAt }) => nameAt?.doc === doc)
  const kindAt = (item: OutlineItem) =>
    entries.find(({ nameAt }) => nameAt !== undefined && nameAt.from >= item.nameFrom && nameAt.to <= item.nameTo)
  const withKinds = (items: readonly OutlineItem[]): readonly NetworkOutlineItem[] =>
    items.map((item) => {
      const children = withKinds(item.children)
      const entry = item.kind === 'item' ? kindAt(item) : undefined
      return entry === undefined
        ? { ...item, children }
        : { ...item, children, entry: entry.isFrontMan ? 'front-man' : entry.kind }
    })
  return withKinds(outlineOfText(view.hocon, doc, { titles: ['name', 'text'] }))
}
