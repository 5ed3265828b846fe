// Hover, definition and references of what a network means, and what can be renamed; everything else is as in any HOCON text.
import {
  definitionAt as definitionOfKey,
  type Hover,
  hoverAt as hoverOfKey,
  preview,
  type References,
  referencesAt as referencesOfKey,
  renameRangeAt,
  specAt,
  symbolAt,
} from '@slyglass/hocon/language'
import type { SourceRange } from '../model.ts'
import { BUILT_IN_MODELS, BUILT_IN_TOOLS, withBuiltIn } from './built-in-names.ts'
import { placeholdersOf, replacementsOf, type Thing, thingAt } from './things.ts'
import { isDefined, keysOfDefinition, placesOfPrivateKey, usesOfDefinition, usesOfEntry } from './uses.ts'
import type { NetworkView } from './view.ts'

/** What is known about a name. */
export interface NetworkHover extends Hover {
  readonly subject?: {
    readonly kind: Thing['kind']
    readonly about: string
    /** The file that counts, and those that it hides. */
    readonly file?: string
    readonly shadowed?: readonly string[]
  }
}

export function hoverAt(view: NetworkView, doc: string, offset: number): NetworkHover | undefined {
  const plain = hoverOfKey(view.hocon, doc, offset, view.schemaOf(doc))
  const thing = thingAt(view, doc, offset)
  const subject = thing === undefined ? undefined : subjectOf(view, thing)
  if (thing === undefined || subject === undefined) return plain
  const { from, to } = thing.at
  return { layers: [], via: [], uses: 1, ...plain, from, to, title: thing.name, subject }
}

function subjectOf(view: NetworkView, { kind, name }: Thing): NetworkHover['subject'] {
  const { input } = view
  const known = (names: readonly { name: string; about?: string; detail?: string }[] | undefined) => {
    const found = names?.find((one) => one.name === name)
    return found === undefined ? undefined : { kind, about: found.about ?? found.detail ?? '' }
  }
  switch (kind) {
    case 'entry': {
      const entry = view.source.entries.find((source) => source.entry.name === name)?.entry
      return entry === undefined
        ? undefined
        : { kind, about: `${entry.kind}: ${entry.description ?? 'no description'}` }
    }
    case 'network': {
      const file = input.networkFiles?.[name.slice(1)]
      return {
        kind,
        about: file === undefined ? 'not in the manifest' : 'network',
        ...(file === undefined ? {} : { file }),
      }
    }
    case 'class': {
      const found = input.classes?.find((one) => one.name === name)
      if (found === undefined) return undefined
      const { at, shadowed, about, detail } = found
      return {
        kind,
        about: about ?? detail ?? '',
        ...(at === undefined ? {} : { file: at.doc }),
        ...(shadowed === undefined ? {} : { shadowed }),
      }
    }
    case 'placeholder':
      return { kind, about: placeholdersOf(view).get(name) ?? '' }
    case 'replacement': {
      const value = replacementsOf(view).get(name)
      return value === undefined ? undefined : { kind, about: `stands for ${preview(value)}` }
    }
    case 'toolbox':
      return known(withBuiltIn(input.toolbox, BUILT_IN_TOOLS))
    case 'model':
      return known(withBuiltIn(input.models, BUILT_IN_MODELS))
    case 'private-key':
      return { kind, about: 'private key: no model sees its value' }
  }
}

/** Where the name or key at an offset is defined; the definition that counts most comes last. */
export function definitionAt(view: NetworkView, doc: string, offset: number): readonly SourceRange[] {
  const thing = thingAt(view, doc, offset)
  if (thing === undefined) return definitionOfKey(view.hocon, doc, offset)
  const { name, kind } = thing
  if (kind === 'entry')
    return view.source.entries.filter(({ entry }) => entry.name === name).map(({ entry }) => entry.nameAt ?? entry.at)
  if (kind === 'class') return view.input.classes?.flatMap((one) => (one.name === name ? (one.at ?? []) : [])) ?? []
  if (kind === 'placeholder' || kind === 'replacement') return keysOfDefinition(view, { kind, name })
  if (kind === 'private-key') return placesOfPrivateKey(view, name).definitions
  const file = kind === 'network' ? view.input.networkFiles?.[name.replace(/^\//, '')] : undefined
  return file === undefined ? [] : [{ doc: file, from: 0, to: 0 }]
}

/** Everything that names the same thing. */
export function referencesAt(view: NetworkView, doc: string, offset: number): References {
  const thing = thingAt(view, doc, offset)
  if (thing?.kind === 'entry')
    return { definitions: definitionAt(view, doc, offset), uses: usesOfEntry(view, thing.name) }
  if (thing !== undefined && isDefined(thing))
    return { definitions: keysOfDefinition(view, thing), uses: usesOfDefinition(view, thing) }
  if (thing?.kind === 'private-key') return placesOfPrivateKey(view, thing.name)
  return referencesOfKey(view.hocon, doc, offset)
}

/** What would be renamed at an offset. */
export function renameRange(view: NetworkView, doc: string, offset: number): SourceRange | undefined {
  const thing = thingAt(view, doc, offset)
  if (thing !== undefined) return thing.kind === 'entry' || isDefined(thing) ? thing.at : undefined
  return isKnownKey(view, doc, offset) ? undefined : renameRangeAt(view.hocon, doc, offset)
}

/** True for a key that the schema knows by name. */
export function isKnownKey(view: NetworkView, doc: string, offset: number): boolean {
  const symbol = symbolAt(view.hocon, doc, offset)
  const path = symbol?.fields[0]?.path ?? symbol?.path
  if (symbol === undefined || path === undefined) return false
  const spec = specAt(view.schemaOf(doc), path)
  return spec !== undefined && 'key' in spec && spec.key === symbol.name
}
