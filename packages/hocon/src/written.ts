// Value nodes to written values.

import { JsonNumber } from '@slyglass/base'
import type { Builder, DocumentContext } from './build.ts'
import type { Place } from './diagnostic.ts'
import { joinFault } from './join-fault.ts'
import { type JoinPiece, makeStruct, type Struct, type Written } from './layers.ts'
import { pythonNumber, specNumber } from './number.ts'
import { type Path, pathOfText, substitutionName } from './path.ts'
import { decode, expandTabs, innerText, openingWidth } from './text.ts'
import { isNode, isToken, type Node, type Token } from './tree.ts'
import type { HoconText, HoconValue, TextPiece } from './value.ts'

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
  const pieces = buildPieces(builder, node, from, context, path, open)
  const place = { doc: context.doc, from, to: from + node.width }
  const only = pieces[0]
  if (only === undefined) return constant(textValue('', place, 'plain', context), place)
  if (pieces.length === 1) return only.shape === 'word' ? wordAlone(builder, only, context) : only.written
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
    else if (isNode(part, 'object')) addObject(builder, pieces, part, at, context, path, into)
    else if (isNode(part, 'array'))
      pieces.push(piece(buildList(builder, part, at, context), 'value', at + part.width, context))
    else if (isToken(part)) pieces.push(buildToken(builder, part, at, context))
    at += part.width
  }
  return pieces
}

function piece(written: Written, shape: JoinPiece['shape'], end: number, context: DocumentContext): JoinPiece {
  return { written, shape, blank: '', blankPlace: { doc: context.doc, from: end, to: end } }
}

function addBlank(pieces: JoinPiece[], token: Token, at: number, context: DocumentContext, runtime: boolean): void {
  const last = pieces.pop()
  if (last === undefined) return
  const joined = token.text.startsWith('\\')
  const text = runtime && context.hasTabs ? expandTabs(context.text, at, at + token.width) : token.text
  const blankPlace = { doc: context.doc, from: at, to: at + token.width }
  pieces.push(joined ? last : { ...last, blank: last.blank + text, blankPlace })
}

function addObject(
  builder: Builder,
  pieces: JoinPiece[],
  node: Node,
  from: number,
  context: DocumentContext,
  path: Path | undefined,
  open: Struct | undefined,
): void {
  const place = { doc: context.doc, from, to: from + node.width }
  const last = pieces.at(-1)?.written
  const known = last?.kind === 'object' ? last.struct : open
  const struct = known ?? makeStruct(place)
  builder.fields(node, from, context, { struct, path, braces: builder.newBraces() })
  if (last?.kind === 'object') {
    if (path === undefined) sayMerged(builder, place)
    return
  }
  pieces.push(piece({ kind: 'object', struct, place }, 'value', place.to, context))
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

function buildToken(builder: Builder, token: Token, from: number, context: DocumentContext): JoinPiece {
  const place = { doc: context.doc, from, to: from + token.width }
  const of = (written: Written, shape: JoinPiece['shape']) => piece(written, shape, place.to, context)
  switch (token.token) {
    case 'substitution':
    case 'open-substitution':
      return of(buildLink(builder, token, place, context), 'value')
    case 'number':
      return of(numberValue(builder, token.text, place, context), 'number')
    case 'keyword':
      return of(keywordValue(token.text, place, context), token.text.toLowerCase() === 'null' ? 'null' : 'keyword')
    case 'string':
    case 'open-string':
      return of(constant(quotedValue(builder, token, place, context), place), 'quoted')
    case 'triple':
    case 'open-triple':
      return of(constant(quotedValue(builder, token, place, context), place), 'triple')
    default: {
      const text = builder.session.runtime ? decode(token.text, 'neuro-san') : token.text
      return of(constant(textValue(text, place, 'plain', context, text === token.text), place), 'word')
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
  const spread = runtime && context.hasTabs ? expandTabs(context.text, inner.from, inner.to) : raw
  const triple = token.token === 'triple' || token.token === 'open-triple'
  const text = triple ? spread : decode(spread, profile)
  return textValue(text, place, triple ? 'triple' : 'quoted', context, text === raw, inner)
}

function wordAlone(builder: Builder, only: JoinPiece, context: DocumentContext): Written {
  const { written } = only
  if (written.kind !== 'constant' || written.value.kind !== 'string') return written
  const { text } = written.value
  if (builder.session.runtime || !KEYWORD.test(text)) return written
  return keywordValue(text, written.place, context)
}

function keywordValue(text: string, place: Place, context: DocumentContext): Written {
  const origin = { place, via: context.via }
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
