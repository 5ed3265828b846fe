// Every place that names a thing of the network.
import { type HoconText, type HoconValue, valueAt } from '@slyglass/hocon'
import { eachToken, type References } from '@slyglass/hocon/language'
import type { SourceRange } from '../model.ts'
import { placeOfText } from '../references.ts'
import { privateKeyPlaces } from './private-keys.ts'
import { placesOfReferences, type Thing } from './things.ts'
import type { NetworkView } from './view.ts'

/** A name that `commondefs` gives a text or a value. */
export type Definition = Pick<Thing, 'name'> & { readonly kind: 'placeholder' | 'replacement' }

export const isDefined = (thing: Thing): thing is Thing & Definition =>
  thing.kind === 'placeholder' || thing.kind === 'replacement'

/** Where `commondefs` says what it stands for. */
export function keysOfDefinition(view: NetworkView, { kind, name }: Definition): readonly SourceRange[] {
  const group = kind === 'placeholder' ? 'replacement_strings' : 'replacement_values'
  const found = valueAt(view.hocon.evaluation.value, 'commondefs', group)
  const keys = found?.kind === 'object' ? (found.fields.get(name)?.keys ?? []) : []
  return keys.map((key) => lastPart(view.hocon.text(key.doc), key, name))
}

// Of a key with dots the last part is meant.
function lastPart(text: string, key: SourceRange, name: string): SourceRange {
  const to = text[key.to - 1] === '"' ? key.to - 1 : key.to
  return { doc: key.doc, from: to - name.length, to }
}

export const usesOfDefinition = (view: NetworkView, { kind, name }: Definition): readonly SourceRange[] =>
  kind === 'placeholder' ? usesOfPlaceholder(view, name) : usesOfReplacement(view, name)

export function usesOfEntry(view: NetworkView, name: string): readonly SourceRange[] {
  const places = view.source.entries.flatMap((source) => placesOfReferences(source))
  return unique(places.flatMap((one) => (one.name === name ? (one.place ?? []) : [])))
}

function usesOfPlaceholder(view: NetworkView, name: string): readonly SourceRange[] {
  const found: SourceRange[] = []
  for (const doc of view.hocon.evaluation.documents) {
    eachToken(view.hocon.parsed(doc).root, (token, from) => {
      if (!token.token.endsWith('string') && !token.token.endsWith('triple')) return
      for (let at = token.text.indexOf(`{${name}}`); at !== -1; at = token.text.indexOf(`{${name}}`, at + 1))
        found.push({ doc, from: from + at + 1, to: from + at + 1 + name.length })
    })
  }
  return found
}

// Only a text that is the name and nothing else stands for the value.
function usesOfReplacement(view: NetworkView, name: string): readonly SourceRange[] {
  const { value } = view.hocon.evaluation
  const places: SourceRange[] = []
  const look = (text: HoconText) => {
    const place = text.text === name ? placeOfText(text) : undefined
    if (place !== undefined) places.push(place)
  }
  for (const part of [valueAt(value, 'tools'), valueAt(value, 'commondefs', 'replacement_values')])
    if (part !== undefined) eachText(part, look)
  return unique(places)
}

function eachText(value: HoconValue, visit: (text: HoconText) => void): void {
  if (value.kind === 'string') visit(value)
  else if (value.kind === 'list') for (const item of value.items) eachText(item, visit)
  else if (value.kind === 'object') for (const field of value.fields.values()) eachText(field.value, visit)
}

/** What schemas say of a private key, and where rules name it. */
export function placesOfPrivateKey(view: NetworkView, name: string): References {
  const places = privateKeyPlaces(view).filter((place) => place.name === name)
  const of = (isDefinition: boolean) =>
    places.filter((place) => place.isDefinition === isDefinition).map((place) => place.at)
  return { definitions: of(true), uses: of(false) }
}

function unique(places: readonly SourceRange[]): readonly SourceRange[] {
  return [...new Map(places.map((place) => [`${place.doc} ${place.from}`, place])).values()]
}
