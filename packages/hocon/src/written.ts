// Value nodes to written values.

import { JsonNumber } from '@slyglass/base'
import type { Builder, DocumentContext } from './build.ts'
import type { Place } from './diagnostic.ts'
import { joinFault } from './join-fault.ts'
import { type JoinPiece, makeStruct, type Struct, type Written } from './layers.ts'
import { pythonNumber, specNumber } from './number.ts'
import { type Path, pathOfText, substitutionName } from './path.ts'
import { decode, expandTabs, innerText, openingWidth } from './text.ts'
import { type Element, isNode, isToken, type Node, type Token } from './tree.ts'
import type { HoconText, HoconValue, Origin, TextPiece } from './value.ts'

const KEYWORD = /^(?:true|false|null)$/

/** What a value node says. An object literal goes into `open` when that is given. */
export function buildWritten(
  builder: Builder,
  node: Node,
  from: number,
  context: DocumentContext,
  path: Path | undefined,
  open: Struct | undefined,
): Written {
  const [only] = node.parts
  // Nearly every value is one piece.
  if (only !== undefined && node.parts.length === 1) {
    const written = buildPart(builder, only, from, context, path, open)
    if (written !== undefined) return isToken(only) && only.token === 'word' ? wordAlone(builder, written) : written
  }
  const pieces = buildPieces(builder, node, from, context, path, open)
  const place = { doc: context.doc, from, to: from + node.width }
  const first = pieces[0]
  if (first === undefined) return constant(textValue('', place, 'plain', context), place)
  if (pieces.length === 1) return first.shape === 'word' ? wordAlone(builder, first.written) : first.written
  checkKinds(builder, pieces)
  return { kind: 'join', pieces, place }
}

function buildPieces(
  builder: Builder,
  node: Node,
  from: number,
  context: DocumentContext,
  path: Path | undefined,
  open: Struct | undefined,
): readonly JoinPiece[] {
  const pieces: JoinPiece[] = []
  const objects = node.parts.filter((part) => !isToken(part) || part.token !== 'blank')
  const into = objects.every((part) => isNode(part, 'object')) ? open : undefined
  let at = from
  for (const part of node.parts) {
    if (isToken(part) && part.token === 'blank') addBlank(pieces, part, at, context, builder.session.runtime)
    else {
      const last = pieces.at(-1)?.written
      const below = last?.kind === 'object' ? last : undefined
      const written = buildPart(builder, part, at, context, path, below?.struct ?? into)
      if (below === undefined || written?.kind !== 'object') {
        const blankPlace = { doc: context.doc, from: at + part.width, to: at + part.width }
        if (written !== undefined) pieces.push({ written, shape: shapeOf(part), blank: '', blankPlace })
      } else if (path === undefined) sayMerged(builder, written.place)
    }
    at += part.width
  }
  return pieces
}

/** A part of a value; undefined for blanks and what is broken. An object goes into `open` when that is given. */
function buildPart(
  builder: Builder,
  part: Element,
  from: number,
  context: DocumentContext,
  path: Path | undefined,
  open: Struct | undefined,
): Written | undefined {
  if (isToken(part)) return part.token === 'blank' ? undefined : buildToken(builder, part, from, context)
  if (part.node === 'array') return buildList(builder, part, from, context)
  if (part.node !== 'object') return undefined
  const place = { doc: context.doc, from, to: from + part.width }
  const struct = open ?? makeStruct(place)
  builder.fields(part, from, context, { struct, path, braces: builder.newBraces() })
  return { kind: 'object', struct, place }
}

function shapeOf(part: Element): JoinPiece['shape'] {
  if (!isToken(part) || part.token.endsWith('substitution')) return 'value'
  if (part.token.endsWith('string')) return 'quoted'
  if (part.token === 'keyword') return part.text.toLowerCase() === 'null' ? 'null' : 'plain'
  return part.token === 'number' || part.token.endsWith('triple') ? 'plain' : 'word'
}

function addBlank(pieces: JoinPiece[], token: Token, at: number, context: DocumentContext, runtime: boolean): void {
  const last = pieces.pop()
  if (last === undefined) return
  const joined = token.text.startsWith('\\')
  const text = runtime && token.text.includes('\t') ? expandTabs(context.text, at, at + token.width) : token.text
  const blankPlace = { doc: context.doc, from: at, to: at + token.width }
  pieces.push(joined ? last : { ...last, blank: last.blank + text, blankPlace })
}

// Two objects side by side in a list are one element, which is hardly ever meant.
function sayMerged(builder: Builder, place: Place): void {
  const { doc, from } = place
  const fix = { title: 'Insert a comma', edits: [{ doc, from, to: from, text: ', ' }] }
  const at = { doc, from, to: from + 1 }
  builder.session.warn('merged-objects', 'these two objects merge into one; is a comma missing between them?', at, fix)
}

function buildList(builder: Builder, node: Node, from: number, context: DocumentContext): Written {
  const items: Written[] = []
  const before = builder.links
  let at = from
  for (const part of node.parts) {
    if (isNode(part, 'value')) items.push(buildWritten(builder, part, at, context, undefined, undefined))
    at += part.width
  }
  const place = { doc: context.doc, from, to: from + node.width }
  return { kind: 'list', items, place, dynamic: builder.links > before }
}

function buildToken(builder: Builder, token: Token, from: number, context: DocumentContext): Written {
  const place = { doc: context.doc, from, to: from + token.width }
  switch (token.token) {
    case 'substitution':
    case 'open-substitution':
      return buildLink(builder, token, place, context)
    case 'number':
      return numberValue(builder, token.text, place, context)
    case 'keyword':
      return keywordValue(token.text, { place, via: context.via })
    case 'string':
    case 'open-string':
    case 'triple':
    case 'open-triple':
      return constant(quotedValue(builder, token, place, context), place)
    default: {
      const text = builder.session.runtime ? decode(token.text, 'neuro-san') : token.text
      return constant(textValue(text, place, 'plain', context, text === token.text), place)
    }
  }
}

const constant = (value: HoconValue, place: Place): Written => ({ kind: 'constant', value, place })

function textValue(
  text: string,
  place: Place,
  written: TextPiece['written'],
  context: DocumentContext,
  exact = true,
  inner = place,
): HoconText {
  const pieces = [{ from: 0, to: text.length, place: inner, written, exact, via: context.via }]
  return { kind: 'string', text, pieces, origin: { place, via: context.via } }
}

function quotedValue(builder: Builder, token: Token, place: Place, context: DocumentContext): HoconText {
  const raw = innerText(token)
  const from = place.from + openingWidth(token)
  const inner = { doc: place.doc, from, to: from + raw.length }
  const { runtime, profile } = builder.session
  const spread = runtime && raw.includes('\t') ? expandTabs(context.text, inner.from, inner.to) : raw
  const triple = token.token === 'triple' || token.token === 'open-triple'
  const text = triple ? spread : decode(spread, profile)
  return textValue(text, place, triple ? 'triple' : 'quoted', context, text === raw, inner)
}

function wordAlone(builder: Builder, written: Written): Written {
  if (builder.session.runtime || written.kind !== 'constant' || written.value.kind !== 'string') return written
  const { text, origin } = written.value
  return KEYWORD.test(text) ? keywordValue(text, origin) : written
}

function keywordValue(text: string, origin: Origin): Written {
  const { place } = origin
  const word = text.toLowerCase()
  if (word === 'null') return constant({ kind: 'null', origin }, place)
  return constant({ kind: 'boolean', flag: word === 'true', raw: text, origin }, place)
}

function numberValue(builder: Builder, raw: string, place: Place, context: DocumentContext): Written {
  const origin = { place, via: context.via }
  if (builder.session.runtime) {
    const text = pythonNumber(raw)
    if (text !== undefined) return constant(numberOf(text, raw, origin), place)
  } else {
    const number = specNumber(raw)
    if (typeof number === 'string') return constant(textValue(number, place, 'plain', context), place)
    if (number !== undefined) return constant({ kind: 'number', number, raw, origin }, place)
  }
  builder.session.error('bad_value', 'infinite-number', `${raw} is beyond every number that JSON can hold`, place)
  return constant(textValue(raw, place, 'plain', context), place)
}

function numberOf(text: string, raw: string, origin: HoconValue['origin']): HoconValue {
  return { kind: 'number', number: new JsonNumber(text), raw, origin }
}

function buildLink(builder: Builder, token: Token, place: Place, context: DocumentContext): Written {
  builder.links += 1
  const optional = token.text.startsWith('${?')
  const name = substitutionName(token)
  const found = pathOfText(name)
  const path = typeof found === 'string' ? undefined : found
  return { kind: 'substitution', place, link: { path, name, optional, place, base: context.base } }
}

// Text beside an object or list is wrong where it stands, even when a later definition hides it.
function checkKinds(builder: Builder, pieces: readonly JoinPiece[]): void {
  const kindOf = ({ written }: JoinPiece) =>
    written.kind === 'constant' ? 'text' : written.kind === 'substitution' ? undefined : written.kind
  const known = pieces.filter((part) => kindOf(part) !== undefined)
  for (let at = 1; at < known.length; at += 1) {
    const [left, right] = [known[at - 1] as JoinPiece, known[at] as JoinPiece]
    const kinds = [kindOf(left), kindOf(right)]
    if (kinds[0] === kinds[1] || kinds.every((kind) => kind === 'object' || kind === 'list')) continue
    const message = joinFault(kinds[0], kinds[1])
    builder.session.error('wrong_type', 'mixed-join', message, left.written.place)
  }
}
