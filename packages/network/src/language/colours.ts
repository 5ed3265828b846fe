// Colours that know the network: names of entries, private keys, prompts and their placeholders.
import { isToken, type Token } from '@slyglass/hocon'
import {
  type Colour,
  type ColourKind,
  coloursOf as coloursOfText,
  eachNode,
  overlayColours,
  pathOfNodes,
  type SchemaTable,
  specAt,
  type ValuePath,
} from '@slyglass/hocon/language'
import { isPrivateKey } from './private-keys.ts'
import { placeholdersOf, placesOfReferences } from './things.ts'
import type { NetworkView } from './view.ts'

export type NetworkColour = 'entry' | 'network' | 'private-key' | 'prompt' | 'placeholder'

export function coloursOf(view: NetworkView, doc: string): readonly Colour<ColourKind | NetworkColour>[] {
  const colours = coloursOfText(view.hocon.parsed(doc).root)
  return overlayColours(colours, marksOf(view, doc))
}

type Mark = Colour<NetworkColour>

function marksOf(view: NetworkView, doc: string): readonly Mark[] {
  const marks: Mark[] = [...entryMarks(view, doc)]
  const table = view.schemaOf(doc)
  const isNetwork = view.kindOf(doc) === 'network'
  const known = isNetwork ? [...placeholdersOf(view).keys()] : []
  eachNode(view.hocon.parsed(doc).root, (node, around) => {
    const kind = node.element.node
    if (kind !== 'key' && kind !== 'value') return
    const path = pathOfNodes([...around, node], 'neuro-san')
    if (kind === 'key') {
      if (isPrivateKey(table, path)) marks.push({ from: node.from, to: node.to, kind: 'private-key' })
      return
    }
    let at = node.from
    for (const part of node.element.parts) {
      if (isToken(part)) marks.push(...textMarks(table, path, part, at, known))
      at += part.width
    }
  })
  return inOrder(marks)
}

// Marks of places win over marks of whole texts, and inner ones over outer ones.
function inOrder(marks: readonly Mark[]): readonly Mark[] {
  const sorted = [...marks].sort((a, b) => a.from - b.from || a.to - b.to)
  const apart: Mark[] = []
  for (const mark of sorted) {
    const last = apart.at(-1)
    if (last === undefined || mark.from >= last.to) apart.push(mark)
    else if (mark.from > last.from) {
      apart[apart.length - 1] = { ...last, to: mark.from }
      apart.push(mark)
      if (mark.to < last.to) apart.push({ ...last, from: mark.to })
    } else if (mark.to > last.to) apart.push({ ...mark, from: last.to })
  }
  return apart
}

function entryMarks(view: NetworkView, doc: string): readonly Mark[] {
  const marks = new Map<number, Mark>()
  for (const source of view.source.entries) {
    const own = { kind: 'entry' as const, place: source.entry.nameAt }
    for (const { kind, place } of [own, ...placesOfReferences(source)])
      if (kind !== 'missing' && place?.doc === doc && place.to > place.from)
        marks.set(place.from, { from: place.from, to: place.to, kind: kind === 'entry' ? 'entry' : 'network' })
  }
  return [...marks.values()]
}

const PROMPTS = new Set(['instructions', 'command', 'description'])

function textMarks(
  table: SchemaTable,
  path: ValuePath,
  token: Token,
  from: number,
  placeholders: readonly string[],
): readonly Mark[] {
  const width = token.token === 'string' ? 1 : token.token === 'triple' ? 3 : 0
  if (width === 0 && token.token !== 'word') return []
  const [start, end] = [from + width, from + token.width - width]
  if (end <= start) return []
  if (specAt(table, path)?.names === 'private-key') return [{ from: start, to: end, kind: 'private-key' }]
  const inTools = path[0] === 'tools'
  const marks: Mark[] = []
  for (const name of inTools ? placeholders : [])
    for (let at = token.text.indexOf(`{${name}}`); at !== -1; at = token.text.indexOf(`{${name}}`, at + 1))
      marks.push({ from: from + at, to: from + at + name.length + 2, kind: 'placeholder' })
  if (inTools && width > 0 && PROMPTS.has(String(path.at(-1)))) marks.push({ from: start, to: end, kind: 'prompt' })
  return marks
}
